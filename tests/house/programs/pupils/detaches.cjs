// Starts a program that starts another and ends; waits until the last of them has used half a second of a processor and was reaped.
const { spawn } = require('node:child_process')

const generation = Number(process.argv[2] ?? 1)
const spend = (iterations) => Array.from({ length: iterations }, Math.random)
if (generation === 3) {
  process.stdout.write(String(process.pid))
  while (process.cpuUsage().user < 500_000) spend(100_000)
} else {
  const stdio = ['ignore', generation === 1 ? 'pipe' : 'inherit', 'ignore']
  const next = spawn(process.execPath, [__filename, String(generation + 1)], { detached: true, stdio })
  if (generation === 1) next.stdout.on('data', untilReaped)
  else next.unref()
}

/** A process that has ended exists until its parent, the counter by then, has asked for its time. */
function untilReaped(pid) {
  try {
    process.kill(Number(pid), 0)
    setImmediate(untilReaped, pid)
  } catch {
    process.exitCode = 0
  }
}
