import { globalName, onModule, standing } from './project.mjs'

/** Ways to read the machine's time or to wait for it. `setImmediate` and microtasks wait for no time. */
const globals = new Set([
  'Date.now',
  'performance',
  'Temporal.Now',
  'setTimeout',
  'setInterval',
  'AbortSignal.timeout',
  'scheduler.wait',
])
const modules = new Set(['node:timers', 'timers', 'node:timers/promises', 'timers/promises'])
const databaseTime =
  /\b(now|(clock|statement|transaction)_timestamp|timeofday)\s*\(\s*\)|\bcurrent_(timestamp|date|time)\b|\blocaltime/i

/**
 * Time is an argument: only the files that their room lists under `time` in rooms.json, each with its reason, use that
 * of the machine, make a clock of it, or let the database use its own.
 */
export const time = {
  create(context) {
    const here = standing(context.filename)
    if (!here?.room || here.isTest || isListed(here)) return {}
    const report = (node, what) =>
      context.report({
        node,
        message: `${what} is real time: take a clock as an argument, or list the file in rooms.json`,
      })
    const checkModule = (node, source) => {
      if (modules.has(source)) report(node, source)
    }
    return {
      ...onModule(checkModule),
      ...onGlobal(context.sourceCode, report),
      ...(here.room === 'storage' && onSql(report)),
    }
  },
}

function isListed({ room, row, path }) {
  const inRoom = path.slice(`src/${room}/`.length)
  return Object.keys(row?.time ?? {}).some((listed) =>
    listed.endsWith('/') ? inRoom.startsWith(listed.replace('./', '')) : inRoom === listed,
  )
}

function onGlobal(sourceCode, report) {
  const check = (node) => {
    const name = globalName(node, sourceCode)
    if (globals.has(name)) report(node, name)
  }
  const checkDate = (node) => {
    if (globalName(node.callee, sourceCode) !== 'Date') return
    if (node.type === 'CallExpression' || node.arguments.length === 0) report(node, 'new Date()')
  }
  const checkNew = (node) => {
    checkDate(node)
    if (node.callee.name === 'SystemClock') report(node, 'new SystemClock()')
    if (node.callee.name === 'LRUCache' && hasOwnTime(node.arguments[0])) report(node, "'ttl' without 'perf'")
  }
  return {
    Identifier: check,
    MemberExpression: check,
    NewExpression: checkNew,
    'CallExpression:exit': checkDate,
    ImportSpecifier: (node) => {
      if (node.parent.source.value === 'node:perf_hooks' && node.imported.name === 'performance')
        report(node, 'performance')
    },
  }
}

/** A cache measures its lifetimes with the machine's clock unless it is given another. */
function hasOwnTime(options) {
  if (options?.type !== 'ObjectExpression') return false
  const names = options.properties.map(({ key }) => key?.name)
  return names.includes('ttl') && !names.includes('perf')
}

const onSql = (report) => ({
  Literal: (node) => {
    if (typeof node.value === 'string' && databaseTime.test(node.value)) report(node, 'the time of the database')
  },
  TemplateElement: (node) => {
    if (databaseTime.test(node.value.raw)) report(node, 'the time of the database')
  },
})
