<?php
/* Calls that come from internal functions, from generators and at the end of the run. */
class Guard
{
    function __destruct() { work(2); }
}

function work($n) { for ($i = 0, $sum = 0; $i < $n * 100; $i++) $sum += $i; return $sum; }
function compare($a, $b) { work(1); return $a <=> $b; }
function count_up($n) { for ($i = 0; $i < $n; $i++) { work(1); yield $i; } return $n; }
function delegate($n) { $last = yield from count_up($n); work(3); yield $last; }
function fail() { $guard = new Guard; throw new Exception("expected"); }

function run()
{
    $list = [3, 1, 2];
    usort($list, 'compare');
    array_map(function ($n) { return work($n); }, $list);
    foreach (delegate(3) as $n) work($n);
    try { fail(); } catch (Exception $e) { work(1); }
    $left = count_up(3);
    $left->current();
    unset($left);
}

run();
run();
register_shutdown_function('run');
$guard = new Guard;
spl_autoload_register(function ($name) { work(1); eval("class $name {}"); });
new Unknown;
