import { relative, sep } from 'node:path'

const tests = /\.test\.tsx?$|^tests\//
const timerModules = ['timers', 'node:timers', 'timers/promises', 'node:timers/promises']
const timers = ['setTimeout', 'setInterval', 'waitForTimeout']
const hooks = ['beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'onTestFinished', 'onTestFailed']
const cases = ['test', 'it', 'describe', 'suite']
/** Their argument `{ timeout }` is data. */
const comparisons =
  /^(?:to(?:MatchObject|Equal|StrictEqual|ContainEqual|HaveProperty|HaveBeenCalledWith)|objectContaining)$/
/** Functions of node:child_process that take a limit. */
const programs = /^(?:spawn|exec|fork)/

/** Files that may use the time of the machine, with the reason. */
const permitted = {
  'src/egress/deadline.test.ts': 'the process that stands still is this one',
  'tests/support/eventually.ts': 'pauses between two looks at what every test awaits',
  'tests/support/global-setup.ts': 'looks for the request for a database',
  'tests/support/late.ts': 'targets that take their time, which is what is tested',
  'tests/support/server-process.ts': 'freezes a process for a time, and keeps two signals apart',
}

/** Tests end when what they await is there, and by their one generous limit when it never is. */
export const testWaits = {
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    if (!tests.test(file) || file in permitted) return {}
    return {
      ImportDeclaration: (node) => {
        const waiting = node.specifiers.filter(({ imported }) => imported?.name !== 'setImmediate')
        if (timerModules.includes(node.source.value) && waiting.length > 0)
          context.report({ node, message: waits(node.source.value) })
      },
      CallExpression: (node) => {
        const message = problemOf(node)
        if (message !== undefined) context.report({ node, message })
      },
    }
  },
}

const waits = (name) => `${name} waits for seconds; await the event, or turn a test clock`

function problemOf(node) {
  const [object, name] = partsOf(node.callee)
  if (isTimer(object, name) || isSleep(node, object, name)) return waits(name)
  if (object === 'vi' && ['waitFor', 'waitUntil'].includes(name))
    return `vi.${name} has a limit of its own; use expect.poll or eventually`
  return hasOwnLimit(node, name, object) ? 'only the limit that all tests have ends what hangs' : undefined
}

const isTimer = (object, name) =>
  timers.includes(name) && (object === undefined || object === 'globalThis' || name === 'waitForTimeout')

/** What is called a clock is one that the test turns. */
const isSleep = (node, object, name) =>
  object !== 'clock' && name === 'sleep' && typeof node.arguments[0]?.value === 'number'

function hasOwnLimit(node, name, object) {
  const given = node.arguments
  if (name === 'eventually') return given.length > 2
  if (hooks.includes(name)) return given.length > 1
  if (`${object}.${name}` === 'vi.setConfig' || `${object}.${name}` === 'AbortSignal.timeout') return true
  if (isCase(node)) return given.length > 2 && (isFunction(given[1]) || hasTimeout(given[1]))
  const mayTakeLimit = object === undefined ? programs.test(name) : !comparisons.test(name)
  return mayTakeLimit && given.some(hasTimeout)
}

const isCase = ({ callee, arguments: given }) =>
  cases.includes(rootOf(callee)) && given.length > 1 && !isFunction(given[0])

/** Whether it is `{ timeout: … }` with a number, a product, or a name of milliseconds. */
function hasTimeout(node) {
  if (node?.type !== 'ObjectExpression') return false
  return node.properties.some(({ key, value }) => key?.name === 'timeout' && isDuration(value))
}

const isDuration = (value) =>
  typeof value.value === 'number' || value.type === 'BinaryExpression' || (value.name ?? '').endsWith('Ms')

const isFunction = (node) => node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'

/** The names of object and function of a call; without an object undefined. */
function partsOf(callee) {
  if (callee.type === 'Identifier') return [undefined, callee.name]
  if (callee.type !== 'MemberExpression') return [undefined, '']
  return [callee.object.name ?? '', callee.property.name ?? '']
}

/** `test` of `test.each(rows)(…)`. */
function rootOf(callee) {
  if (callee.type === 'MemberExpression') return rootOf(callee.object)
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : callee.name
}
