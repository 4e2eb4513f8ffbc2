'use strict'

const { inspect } = require('node:util')
const { scriptPosition } = require('./script-modules.cjs')

const maxLength = 4000
const maxFrames = 10

/**
 * What a script threw, as text for people, and the positions in scripts of its stack. Anything may be thrown, and
 * reading it may throw as well.
 */
function describeError(error) {
  try {
    if (!(error instanceof Error)) return { message: cut(`${inspect(error, { depth: 2 })} was thrown`), stack: [] }
    const text = String(error.stack).slice(0, 20_000)
    const stack = framesOf(text)
    const at = stack[0] ?? placeOfSyntax(text)
    return { message: cut(`${nameOf(error)}: ${messageOf(error)}`), stack: stack.length === 0 && at ? [at] : stack }
  } catch {
    return { message: 'Something was thrown that cannot be displayed.', stack: [] }
  }
}

const nameOf = (error) => (typeof error.name === 'string' && error.name !== '' ? error.name : 'Error')

const hints = [
  [/import statement outside a module/, 'Scripts around a request load modules with require(…) or await import(…).'],
  [/Unexpected token 'export'/, 'Scripts around a request export with module.exports.'],
]

function messageOf(error) {
  const message = String(error.message)
  const hint = hints.find(([pattern]) => pattern.test(message))
  return hint ? `${message}. ${hint[1]}` : message
}

const cut = (text) => (text.length <= maxLength ? text : `${text.slice(0, maxLength)} …`)

/** The positions in scripts, without the programs and packages between them. */
function framesOf(text) {
  const frames = []
  for (const line of text.split('\n')) {
    const [, file = '', row, column] = /^\s+at (?:.*\()?([^()]+?):(\d+):(\d+)\)?$/.exec(line) ?? []
    const position = scriptPosition(file, Number(row), Number(column))
    if (position !== undefined && frames.length < maxFrames) frames.push(position)
  }
  return frames
}

/** Errors of the parser name the file and its line before the text of the line. */
function placeOfSyntax(text) {
  const [, file = '', row] = /^(.+?):(\d+)\n/.exec(text) ?? []
  return scriptPosition(file, Number(row))
}

module.exports = { describeError }
