import fs from 'node:fs'
import { Module, syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

// Scripts know the directory of their files as the root: `__dirname` is `/` for a file at its top. The process of a run is
// started before its files are known, so they are in a directory, and what a script says of them is translated.

type Call = (this: unknown, ...args: unknown[]) => unknown
type Calls = Record<string, Call | undefined>

/** The name that a script without a path has for itself, and that of its file. */
const namedScript = ['/script.js', '/script.ts'] as const
const withTwoPaths = /^(?:copyFile|cp|link|rename)(?:Sync)?$/
const withPath =
  /^(?:access|appendFile|chmod|copyFile|cp|createReadStream|createWriteStream|exists|lstat|mkdir|mkdtemp|open|opendir|readFile|readdir|readlink|realpath|rename|rm|rmdir|stat|truncate|unlink|utimes|writeFile)(?:Sync)?$/

/** Makes `sources` the root directory for the scripts in it. Paths into other directories of the system stay what they are. */
export function presentAsRoot(sources: string): void {
  const system = new Set(fs.readdirSync('/'))
  const exists = fs.existsSync
  const translated = (value: unknown): unknown => {
    if (typeof value !== 'string' || !value.startsWith('/')) return value
    const name = path.normalize(value)
    const [, first = ''] = name.split('/')
    if (first === '') return value
    // Where the system has a directory of this name too, such as `lib`, what it contains comes first.
    if (system.has(first) && (!exists(path.join(sources, first)) || exists(name))) return value
    const own = path.join(sources, name)
    return name === namedScript[0] && !exists(own) ? path.join(sources, namedScript[1]) : own
  }
  translatePaths(fs as unknown as Calls, translated)
  translatePaths(fs.promises as unknown as Calls, translated)
  syncBuiltinESMExports()
  translateModules(sources, translated)
}

function translatePaths(calls: Calls, translated: (value: unknown) => unknown): void {
  for (const [name, call] of Object.entries(calls)) {
    if (call === undefined || !withPath.test(name)) continue
    const paths = withTwoPaths.test(name) ? 2 : 1
    const wrapped: Call = function (...args) {
      return call.apply(
        this,
        args.map((value, index) => (index < paths ? translated(value) : value)),
      )
    }
    calls[name] = Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(call))
  }
}

interface Loader {
  _resolveFilename: Call
  readonly prototype: { _compile: Call }
}

function translateModules(sources: string, translated: (value: unknown) => unknown): void {
  const loader = Module as unknown as Loader
  const resolve = loader._resolveFilename
  loader._resolveFilename = function (request, ...rest) {
    return resolve.call(this, translated(request), ...rest)
  }
  const compile = loader.prototype._compile
  loader.prototype._compile = function (content, filename, ...rest) {
    const isOwn = typeof filename === 'string' && filename.startsWith(`${sources}${path.sep}`)
    return compile.call(
      this,
      isOwn ? namedIn(String(content), filename.slice(sources.length)) : content,
      filename,
      ...rest,
    )
  }
}

/** The compiled text of a module with the names that its file has for scripts, on its first line so that positions stay. */
function namedIn(content: string, file: string): string {
  const name = file === namedScript[1] ? namedScript[0] : file
  const names = `var __filename = ${JSON.stringify(name)}, __dirname = ${JSON.stringify(path.dirname(name))};`
  const [directive = ''] = /^\s*(?:"use strict"|'use strict');?/.exec(content) ?? []
  return `${directive}${directive === '' || directive.endsWith(';') ? '' : ';'}${names}${content.slice(directive.length)}`
}
