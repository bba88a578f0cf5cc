"""Client for Fiducial, the open data annotation job service."""

from ._aio import AsyncClient, AsyncExport, AsyncImport, AsyncIngest, AsyncProject
from ._errors import CallbackVerificationError, Failure, FiducialError
from ._local_files import LeftOut
from ._operations import OPERATIONS
from ._sync import Client, Export, Import, Ingest, Project
from ._verify import verify_callback

__all__ = [
    "AsyncClient",
    "AsyncExport",
    "AsyncImport",
    "AsyncIngest",
    "AsyncProject",
    "CallbackVerificationError",
    "Client",
    "Export",
    "Failure",
    "FiducialError",
    "Import",
    "Ingest",
    "LeftOut",
    "OPERATIONS",
    "Project",
    "verify_callback",
]
__version__ = "0.2.0"
