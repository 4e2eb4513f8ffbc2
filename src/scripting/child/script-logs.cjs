'use strict'

const { format, inspect } = require('node:util')

const maxLineLength = 10_000
const maxLength = 256 * 1024
const maxLines = 2000
/** Lines that come together are sent together. */
const flushAfterMs = 20

const levels = {
  log: 'INFO',
  info: 'INFO',
  debug: 'DEBUG',
  warn: 'WARN',
  error: 'ERROR',
  trace: 'ERROR',
}

/** Turns what scripts write to the console into lines with time and level, of a bounded number and length. */
function collectLogs(send) {
  const now = Date.now
  const setTimer = setTimeout
  let waiting = []
  let timer
  let lines = 0
  let length = 0

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const sent = waiting
    waiting = []
    send(sent)
  }

  function add(level, text) {
    if (lines > maxLines || length > maxLength) return
    lines += 1
    length += text.length
    const isLast = lines > maxLines || length > maxLength
    const msg = isLast ? 'Further output of the scripts is not kept.' : shortened(text)
    waiting.push({ time: now(), level: isLast ? 'WARN' : level, msg })
    timer ??= setTimer(flush, flushAfterMs).unref()
  }

  function captureConsole() {
    for (const [name, level] of Object.entries(levels)) console[name] = (...values) => add(level, textOf(values))
    console.dir = (value, options) => add('INFO', inspect(value, options))
    console.table = (value) => add('INFO', inspect(value, { depth: 3, breakLength: 120 }))
    console.assert = (holds, ...values) => {
      if (!holds) add('ERROR', `Assertion failed: ${textOf(values)}`)
    }
  }

  return { flush, captureConsole }
}

const shortened = (text) => (text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength)} … (shortened)`)

/** A getter of a logged object may throw. */
function textOf(values) {
  try {
    return format(...values)
  } catch (error) {
    return `A value could not be displayed: ${String(error?.message)}`
  }
}

module.exports = { collectLogs }
