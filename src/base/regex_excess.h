/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_EXCESS_H
#define QUERN_BASE_REGEX_EXCESS_H

/*
 * Regular expressions that the C library cannot bear: for "a{32767}{32767}" glibc takes 23 GB.
 *
 * It writes repeats out, those of repeats too: "a{255}{255}" becomes 65,025 characters, and each
 * '+' in "a++++" doubles what is before it. So what is under repeats, each counted as often as
 * these multiply to, may be at most 65,025 characters and as many groups, over the whole
 * expression. Time and memory grow with the square or the cube of what may match nothing ("a?",
 * "a*", "a{0,9}", "(a|)") and is copied: at most 500 of these, where a place ("^", "\<") counts as
 * ten, being worse, and "\b" as two places. What is not copied counts nothing, so a list of names
 * may be long. Groups nest up to 1,000 deep: for more the C library's recursion would need more
 * stack than there is.
 */

/*
 * Why an extended regular expression of POSIX is too much; NULL where it is not, or where it is no
 * expression. The reason is static.
 */
const char *regex_excess(const char *expression);

#endif
