#!/bin/sh
# Builds Desktop Agent for macOS: "dist/Desktop Agent.app", and from it
#   dist/desktop-agent-VERSION-macos-MACHINE.dmg         to open and drag into Applications
#   dist/desktop-agent-VERSION-macos-MACHINE.sbom.json   what it contains (CycloneDX)
# Usage: build.sh [DIST]   DIST is where to put it all, dist/ if left out. PACK_ONLY=1 signs and packs
# the .app that is there already.
#   SIGN_IDENTITY     "Developer ID Application: …" in the keychain; without it the signature is good
#                     for this Mac alone
#   NOTARY_PROFILE    credentials that `xcrun notarytool store-credentials` has kept; or all three of
#   NOTARY_KEY, NOTARY_KEY_ID, NOTARY_ISSUER    an App Store Connect key: its .p8 file and names
# Without either Apple is not asked, and other Macs refuse the program at first. README.md has the steps.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH PYTHONHASHSEED=1
umask 022

sh packaging/environment.sh freeze
python=$here/.venv-freeze/bin/python
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' desktop_agent/__init__.py)
machine=$(uname -m)
name=desktop-agent-$version-macos-$machine
app="$dist/Desktop Agent.app"
entitlements=packaging/macos/entitlements.plist
identity=${SIGN_IDENTITY:--}

say() { printf '%s\n' "$*" >&2; }

build_app() {
    say "Freezing …"
    QT_QPA_PLATFORM=offscreen "$python" packaging/linux/icons.py resources/icons/logo.svg "$work/pictures"
    FREEZE_ICON=$work/pictures/512x512/apps/desktop-agent.png "$python" -m PyInstaller --noconfirm --log-level WARN \
        --distpath "$work/dist" --workpath "$work/work" installer.spec
    rm -rf "$app"
    mv "$work/dist/Desktop Agent.app" "$app"
}

# Apple wants a time stamp of its own in each signature; there is none without a certificate.
sign() { # FILE OPTION…
    file=$1
    shift
    if [ "$identity" = - ]; then set -- --timestamp=none "$@"; else set -- --timestamp "$@"; fi
    codesign --force --sign "$identity" "$@" "$file" 2>>"$work/signed" || { cat "$work/signed" >&2; exit 1; }
}

# From the inside out: a bundle's signature covers those of what lies in it.
sign_app() {
    say "Signing …"
    find "$app/Contents/Frameworks" "$app/Contents/Resources" -type f \( -name '*.so' -o -name '*.dylib' -o -perm -u+x \) >"$work/files"
    while IFS= read -r file; do
        case "$(file -b "$file")" in
        *Mach-O*executable*) sign "$file" --options runtime --entitlements "$entitlements" ;;
        *Mach-O*) sign "$file" --options runtime ;;
        esac
    done <"$work/files"
    find "$app/Contents/Frameworks" -type d -name '*.framework' >"$work/frameworks"
    while IFS= read -r framework; do sign "$framework" --options runtime; done <"$work/frameworks"
    sign "$app" --options runtime --entitlements "$entitlements"
    codesign --verify --deep --strict "$app"
}

build_dmg() {
    say "Packing $name.dmg …"
    mkdir "$work/dmg"
    cp -R "$app" "$work/dmg/"
    ln -s /Applications "$work/dmg/Applications"
    rm -f "$dist/$name.dmg"
    hdiutil create -quiet -volname "Desktop Agent $version" -srcfolder "$work/dmg" -fs HFS+ \
        -format UDZO "$dist/$name.dmg"
    [ "$identity" = - ] || sign "$dist/$name.dmg"
}

notarise() {
    if [ -n "${NOTARY_PROFILE:-}" ]; then
        set -- --keychain-profile "$NOTARY_PROFILE"
    elif [ -n "${NOTARY_KEY:-}" ]; then
        set -- --key "$NOTARY_KEY" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER"
    else
        say "Not notarised: neither NOTARY_PROFILE nor NOTARY_KEY is set."
        return
    fi
    [ "$identity" != - ] || { say "Apple notarises only what SIGN_IDENTITY has signed."; exit 1; }
    say "Apple looks at it (minutes) …"
    # its status is 0 for what Apple refuses, too
    xcrun notarytool submit "$dist/$name.dmg" --wait "$@" | tee "$work/notary" >&2
    grep -q 'status: Accepted' "$work/notary" || {
        id=$(sed -n 's/^ *id: //p' "$work/notary" | head -n 1)
        xcrun notarytool log "$id" "$@" >&2
        exit 1
    }
    xcrun stapler staple "$dist/$name.dmg"
    spctl --assess --type open --context context:primary-signature "$dist/$name.dmg"
}

[ -n "${PACK_ONLY:-}" ] || build_app
sign_app
build_dmg
notarise
cp "$app/Contents/Resources/sbom.cdx.json" "$dist/$name.sbom.json"
say "$(du -sm "$app" | cut -f1) MiB unpacked (320 at most)"
ls -l "$dist/$name".*
