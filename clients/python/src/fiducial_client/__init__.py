"""Client for Fiducial, the open data annotation job service."""

from ._aio import AsyncClient, AsyncExport, AsyncImport, AsyncProject
from ._errors import CallbackVerificationError, Failure, FiducialError
from ._operations import OPERATIONS
from ._sync import Client, Export, Import, Project
from ._verify import verify_callback

__all__ = [
    "AsyncClient",
    "AsyncExport",
    "AsyncImport",
    "AsyncProject",
    "CallbackVerificationError",
    "Client",
    "Export",
    "Failure",
    "FiducialError",
    "Import",
    "OPERATIONS",
    "Project",
    "verify_callback",
]
__version__ = "0.2.0"
