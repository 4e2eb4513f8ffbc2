'use strict'
// Holds the process tree of a run together where there is no process namespace: orphans come to it, and it ends all of
// them when the command or the service has ended. It stays outside the wall, where no signal of the run reaches it.
const fs = require('node:fs')
const { spawn } = require('node:child_process')
const { call } = require('./system-calls.cjs')

const subreaper = 36
const notDumpable = 4
call('prctl', subreaper, 1)
call('prctl', notDumpable, 0)

const [program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 1, 2, 3, 4], env: { ...process.env, NODE_CHANNEL_FD: '4' } })
fs.closeSync(3)
fs.closeSync(4)
child.once('exit', (code, signal) => finish(code ?? 128 + (require('node:os').constants.signals[signal] ?? 0)))
child.once('error', () => finish(126))
// The service holds the other end; it closes when the service dies, however that happens.
process.stdin.once('end', () => finish(125)).resume()
process.stdin.once('error', () => finish(125))

function finish(code) {
  endAll()
  process.exit(code)
}

/** Stopped processes cannot fork, so a pass that finds nothing new leaves nothing behind. */
function endAll() {
  for (let found = descendants(); found.length > 0; found = descendants()) {
    for (const signal of ['SIGSTOP', 'SIGKILL'])
      for (const pid of found) {
        try {
          process.kill(pid, signal)
        } catch {}
      }
  }
}

/** Zombies need nothing any more, and are reaped with this process. */
function descendants() {
  const parents = new Map()
  for (const name of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    if (fields !== null && fields[0] !== 'Z') parents.set(Number(name), Number(fields[1]))
  }
  const found = []
  for (const pid of parents.keys()) if (isBelow(pid, parents)) found.push(pid)
  return found
}

function statOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function isBelow(pid, parents) {
  for (let parent = parents.get(pid); parent !== undefined && parent > 1; parent = parents.get(parent))
    if (parent === process.pid) return true
  return false
}
