//! The command `kont kernel`.

use crate::report;
use clap::{Args, Subcommand};
use driver::Failure;
use repl::kernel::{Kernel, Place};
use std::path::PathBuf;

/// What to do with the kernel.
#[derive(Subcommand)]
pub(crate) enum KernelCommand {
    /// Write the kernel where Jupyter finds it
    #[command(after_help = "\
Examples:
  kont kernel install                        for you alone
  kont kernel install --prefix /usr/local    for all users
  kont kernel install --sys-prefix           into the virtual environment that is active

Without --prefix and --sys-prefix, the kernel is written to JUPYTER_DATA_DIR, if that is set, else
to XDG_DATA_HOME/jupyter or ~/.local/share/jupyter. Jupyter is not needed for it; the Python that
runs the kernel needs the package ipykernel.")]
    Install(KernelArgs),
    /// Remove it
    Uninstall(KernelArgs),
    /// Print its description, kernel.json
    Spec(KernelArgs),
}

/// Which kernel, and where.
#[derive(Args)]
pub(crate) struct KernelArgs {
    /// In your own folder, as it is without this option
    #[arg(long, conflicts_with_all = ["prefix", "sys_prefix"])]
    user: bool,
    /// Below this folder, in share/jupyter/kernels
    #[arg(long, value_name = "DIR", conflicts_with = "sys_prefix")]
    prefix: Option<PathBuf>,
    /// Below the folder of the Python that runs the kernel
    #[arg(long)]
    sys_prefix: bool,
    /// The name that Jupyter knows the kernel by
    #[arg(long, value_name = "NAME", default_value = "kont")]
    name: String,
    /// The name that notebooks show
    #[arg(long, value_name = "TITLE", default_value = "Standard ML (Kont)")]
    display_name: String,
    /// The Python that runs the kernel [default: the python3 on the PATH]
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
}

impl KernelArgs {
    fn kernel(self) -> Kernel {
        let KernelArgs { user: _, prefix, sys_prefix, name, display_name, python } = self;
        let place = match prefix {
            Some(prefix) => Place::Prefix(prefix),
            None if sys_prefix => Place::Python,
            None => Place::User,
        };
        Kernel { place, name, title: display_name, python }
    }
}

impl KernelCommand {
    /// Does it, and says what was done.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let said = match self {
            KernelCommand::Install(args) => {
                let (folder, warnings) = args.kernel().install()?;
                for warning in warnings {
                    report::say(&format!("warning: {warning}\n"));
                }
                format!("installed in {}\n", folder.display())
            }
            KernelCommand::Uninstall(args) => {
                format!("removed {}\n", args.kernel().uninstall()?.display())
            }
            KernelCommand::Spec(args) => args.kernel().description()?,
        };
        driver::write_stdout(said.as_bytes())
    }
}
