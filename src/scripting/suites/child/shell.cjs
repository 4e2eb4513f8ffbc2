'use strict'
const { spawn } = require('node:child_process')
const { send } = require('./channel.cjs')

const maxTail = 20_000
/** For what the ended command has written and nobody has read yet. A background process may keep its output open. */
const drainMs = 500

/**
 * Runs a command line of the user, whose processes end with it. Resolves with its exit code, whether it ran longer than `limitMs`,
 * and the last of what it wrote.
 */
async function shell(command, { cwd, env, limitMs }) {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const tail = { text: '' }
  follow(child.stdout, 'info', tail)
  follow(child.stderr, 'error', tail)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(child)
  }, limitMs)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  clearTimeout(timer)
  endGroup(child)
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs))])
  for (const stream of [child.stdout, child.stderr]) stream.destroy()
  return { code, isLate, tail: tail.text }
}

function follow(stream, level, tail) {
  stream.setEncoding('utf8').on('data', (text) => {
    tail.text = (tail.text + text).slice(-maxTail)
    stream.pause()
    void send({ log: { level, text } }).then(() => stream.resume())
  })
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {}
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

module.exports = { shell, quoted }
