<?php
/* A fiber has a stack of its own: its calls come between those of whoever resumes it. */
function work($n) { for ($i = 0, $sum = 0; $i < $n * 100; $i++) $sum += $i; return $sum; }
function switch_over()
{
    $fiber = new Fiber(function () { work(1); Fiber::suspend(); work(3); });
    $fiber->start();
    work(2);
    $fiber->resume();
}
switch_over();
switch_over();
