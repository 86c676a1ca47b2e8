<?php
/* Kills itself below several functions, whose blocks are never written. */
function leaf($text) { return strrev($text); }
function down($n) { for ($i = 0; $i < 40; $i++) leaf("x"); $n == 0 ? posix_kill(getmypid(), 9) : down($n - 1); }
down(3);
