/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/name_pieces.h"

#include "base/array.h"

/*
 * Returns whether the name is that of a library, before its version: "libc.so.6", "libc-2.31.so".
 */
static bool is_library_name(struct text name, const char *library)
{
    const struct text start = text_of(library);

    return text_starts_with(name, start) && name.length > start.length &&
           (name.at[start.length] == '.' || name.at[start.length] == '-');
}

enum object_kind object_kind_of(struct text path)
{
    static const char *const libraries[] = {
        "libc",      "libm",     "libpthread", "libdl",     "librt",          "libstdc++",
        "libgcc_s",  "libc++",   "libc++abi",  "libunwind", "libmvec",        "libresolv",
        "libatomic", "libcrypt", "libnsl",     "libutil",   "ld-musl-x86_64", "ld-musl-aarch64"};
    static const char *const linkers[] = {"ld-linux", "ld.so",  "ld64.so",
                                          "ld-2",     "ld-elf", "vgpreload_"};
    const struct text name = path_base(path);

    /* Stubs through which objects call each other, and code generated at run time. */
    if (text_equal(path, TEXT("???")))
        return OBJECT_LIBRARY;
    for (size_t i = 0; i < ARRAY_LENGTH(libraries); i++)
        if (is_library_name(name, libraries[i]))
            return OBJECT_LIBRARY;
    for (size_t i = 0; i < ARRAY_LENGTH(linkers); i++)
        if (text_starts_with(name, text_of(linkers[i])))
            return OBJECT_LINKER;
    return OBJECT_OWN;
}
