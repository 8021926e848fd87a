"""What the routes work on: the folder, the keys, the events and the runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request

from holdfast.runs.store import RunStore
from holdfast.web.events import Events
from holdfast.web.explorers import Explorers
from holdfast.web.folder import Folder
from holdfast.web.jobs import Jobs
from holdfast.web.keys import Keys
from holdfast.web.lsp import LanguageServers


@dataclass(frozen=True, slots=True)
class Studio:
    """A studio; requests find it in the state of the application.

    If it `is_warm`, it starts processes before they are needed.
    """

    folder: Folder
    keys: Keys
    events: Events
    jobs: Jobs
    explorers: Explorers
    servers: LanguageServers
    search_path: tuple[str, ...] = ()
    is_warm: bool = True

    def prepare(self) -> None:
        """Start processes before they are needed, and again whenever one is taken."""
        self.jobs.warm = self.explorers.warm = True
        self.jobs.spare.prepare()
        self.explorers.spare.prepare()

    @property
    def store(self) -> RunStore:
        """The runs of the folder."""
        return self.jobs.store


def create_studio(folder: Path, search_path: Sequence[Path] = (), is_warm: bool = True) -> Studio:
    """The studio of a folder; modules may also be in further folders, which are only read."""
    place, events = Folder(folder), Events()
    paths = tuple(str(each.expanduser().resolve()) for each in search_path)
    return Studio(
        place,
        Keys(),
        events,
        Jobs(place.root, events),
        Explorers(place.root, paths),
        LanguageServers(place.root, events, paths),
        paths,
        is_warm,
    )


def studio_of(request: Request) -> Studio:
    """The studio that a request is about."""
    studio: Studio = request.app.state.studio
    return studio
