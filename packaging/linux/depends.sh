#!/bin/sh
# Names the Debian packages that a build needs, as the field Depends has them.
# Usage: depends.sh FOLDER   of the frozen program
# dpkg-shlibdeps asks every library and program in the folder what it is linked to, and knows which
# version of a package first had what is used. What the folder brings itself is left out, and so is
# what only the printing plugin needs, which Qt does without.
set -eu
folder=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/debian"
printf 'Source: desktop-agent\n\nPackage: desktop-agent\nArchitecture: any\n' >"$work/debian/control"

find "$folder" -type f ! -name 'libcupsprintersupport*' \( -name '*.so' -o -name '*.so.*' -o -perm -u+x \) | sort >"$work/all"
: >"$work/programs"
while IFS= read -r file; do
    case "$(head -c 4 "$file" | tr -d '\0')" in
    *ELF*) printf '%s\n' "-e$file" >>"$work/programs" ;;
    esac
done <"$work/all"
# the libraries of the folder, wherever in it they lie
find "$folder" -type f -name '*.so*' -exec dirname {} + | sort -u | sed 's/^/-l/' >"$work/places"

# packages of the system that hold a library which the folder holds too
find "$folder" -name 'lib*.so*' -printf '%f\n' | sort -u >"$work/brought"
while IFS= read -r name; do
    dpkg-query --search "*/$name" 2>/dev/null | sed -n "s/^\([^:,]*\)[:,].*/-x\1/p"
done <"$work/brought" | sort -u >"$work/left-out"

cd "$work"
cat "$work/left-out" "$work/places" "$work/programs" | tr '\n' '\0' >"$work/arguments"
found=$(xargs -0 dpkg-shlibdeps --ignore-missing-info --warnings=0 -O <"$work/arguments" 2>"$work/said") || {
    cat "$work/said" >&2
    exit 1
}
# fonts, without which every letter is a box
printf '%s, fonts-dejavu-core | fonts-freefont-ttf | fonts-liberation | fonts-noto-core' \
    "$(printf '%s' "$found" | sed -n 's/^shlibs:Depends=//p')"
