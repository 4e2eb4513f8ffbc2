import { builtin, globalName, onModule, standing } from './project.mjs'

const words = {
  random: ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'],
  process: ['process'],
  console: ['console'],
  fetch: ['fetch', 'WebSocket', 'EventSource'],
}
const wordOf = new Map(Object.entries(words).flatMap(([word, names]) => names.map((name) => [name, word])))
const wordOfModule = new Map([
  ['node:process', 'process'],
  ['node:console', 'console'],
])

/** A room touches only what its row names: chance, the environment and Node's modules come as arguments. */
export const touch = {
  create(context) {
    const here = standing(context.filename)
    if (!here?.room || here.isTest) return {}
    const touches = here.row?.touches ?? []
    const reportUse = (node, what, word) => {
      if (touches.includes(word)) return
      context.report({ node, message: `room '${here.room}' may not touch ${what}; take it as an argument` })
    }
    const checkModule = (node, source) => {
      const name = builtin(source)
      if (
        !name ||
        name.startsWith('node:timers') ||
        touches.some((touched) => name === touched || name.startsWith(`${touched}/`))
      )
        return
      reportUse(node, name, wordOfModule.get(name) ?? name)
    }
    return { ...onModule(checkModule), ...onGlobal(context.sourceCode, reportUse) }
  },
}

function onGlobal(sourceCode, reportUse) {
  const check = (node) => {
    const name = globalName(node, sourceCode)
    const word = name && wordOf.get(name)
    if (word) reportUse(node, name, word)
  }
  return { Identifier: check, MemberExpression: check }
}
