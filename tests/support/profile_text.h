/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_PROFILE_TEXT_H
#define QUERN_TESTS_SUPPORT_PROFILE_TEXT_H

/* Small profiles of one event, written in a test: HEAD, and each function with its calls. */

#define HEAD "events: A\nfl=a\n"
#define FN(name, self) "fn=" name "\n1 " self "\n"
#define CALL(callee, count, cost) "cfn=" callee "\ncalls=" count " 1\n1 " cost "\n"

#endif
