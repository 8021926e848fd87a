"""The extension for VS Code as a `.vsix` file, made from what is installed with holdfast."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from holdfast.version import VERSION

FOLDER = Path(__file__).parent / "vscode"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
_LEFT_OUT = frozenset(("VENDOR.json",))
_TYPES = {
    "json": "application/json",
    "js": "application/javascript",
    "md": "text/markdown",
    "txt": "text/plain",
    "vsixmanifest": "text/xml",
}


def vsix() -> bytes:
    """The bytes of the file; the same for the same version."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in _entries():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return target.getvalue()


def _entries() -> list[tuple[str, bytes]]:
    manifest = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    manifest["version"] = VERSION
    entries = [
        ("extension.vsixmanifest", _vsix_manifest(manifest).encode()),
        ("[Content_Types].xml", _content_types().encode()),
        ("extension/package.json", json.dumps(manifest, indent=2).encode()),
    ]
    for path in sorted(FOLDER.rglob("*")):
        name = path.relative_to(FOLDER).as_posix()
        if path.is_file() and name not in _LEFT_OUT and name != "package.json":
            entries.append((f"extension/{name}", path.read_bytes()))
    return entries


def _content_types() -> str:
    rows = (f'<Default Extension=".{e}" ContentType="{t}"/>' for e, t in _TYPES.items())
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{space}">{"".join(rows)}</Types>\n'
    )


def _vsix_manifest(manifest: dict[str, str | dict[str, str]]) -> str:
    def value(name: str) -> str:
        return escape(str(manifest[name]), {'"': "&quot;"})

    engine = manifest["engines"]
    assert isinstance(engine, dict)
    identity = f'Id="{value("name")}" Version="{VERSION}" Publisher="{value("publisher")}"'
    return f"""{_XML}<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" {identity}/>
    <DisplayName>{value("displayName")}</DisplayName>
    <Description xml:space="preserve">{value("description")}</Description>
    <Categories>Programming Languages,Linters,Formatters</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{escape(engine["vscode"])}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    {_asset("Code.Manifest", "package.json")}
    {_asset("Services.Content.Details", "README.md")}
  </Assets>
</PackageManifest>
"""


def _asset(kind: str, name: str) -> str:
    what = f"Microsoft.VisualStudio.{kind}"
    return f'<Asset Type="{what}" Path="extension/{name}" Addressable="true"/>'
