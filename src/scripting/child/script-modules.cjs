'use strict'

const { Module, builtinModules, createRequire } = require('node:module')
const { posix } = require('node:path')

const entry = 'script.js'
const snippetFolder = 'snippets'
/** On the line that the wrapper shares with the script, so that lines keep their numbers. */
const opening = 'module.exports = (async (__filename, __dirname) => { '

/** Modules of Node.js for computing and for the network. Not for files, programs, or what runs the scripts. */
const allowed = new Set(
  `assert async_hooks buffer console constants crypto diagnostics_channel dns events http http2 https net path
   perf_hooks process punycode querystring stream string_decoder timers tls url util zlib`.split(/\s+/),
)
const builtins = new Set(builtinModules)

/** The paths of scripts by the file names they are compiled under, which positions in stacks have. */
const compiled = new Map()

/** The position in a script that a stack names; undefined when it is not in one. */
function scriptPosition(file, line, column) {
  const path = compiled.get(file)
  if (path === undefined) return undefined
  if (column === undefined) return `${path}:${line}`
  return `${path}:${line}:${path === entry && line === 1 ? Math.max(1, column - opening.length) : column}`
}

/**
 * Runs scripts that find each other and their snippets by relative paths, in memory, and packages in the directory of a
 * runtime. Modules are loaded once and kept for later scripts.
 */
class ScriptModules {
  #packages
  #requirePackage
  #files
  #loaded = new Map()

  constructor(packages, snippets) {
    this.#packages = packages
    this.#requirePackage = createRequire(posix.join(packages, entry))
    this.#files = new Map(snippets.map(({ name, script }) => [posix.join(snippetFolder, `${name}.js`), script]))
  }

  /** Runs one script; resolves when it ended. */
  async run(script, dependencies = []) {
    for (const { path, content } of dependencies) this.#files.set(posix.normalize(path.replace(/^\/+/, '')), content)
    const module = this.#newModule(entry)
    compile(module, `${opening}${script}\n})`)
    const call = module.exports
    module.exports = {}
    await call(`/${entry}`, '/')
  }

  /** Named as a file of the runtime, so that a dynamic import finds its packages. */
  #newModule(path) {
    const module = new Module(path)
    module.filename = posix.join(this.#packages, path)
    module.require = (id) => this.#load(path, String(id))
    compiled.set(module.filename, path)
    return module
  }

  #load(from, id) {
    if (id.startsWith('./') || id.startsWith('../')) return this.#loadFile(this.#find(from, id))
    const name = id.replace(/^node:/, '')
    if (id.startsWith('node:') || builtins.has(name)) {
      if (!allowed.has(name.split('/')[0]))
        throw missing(`The module "${id}" is not available in scripts of API checks.`)
      return this.#requirePackage(id)
    }
    if (posix.isAbsolute(id) || id.startsWith('#')) throw missing(`"${id}" is neither a package nor a relative path.`)
    return this.#fromPackages(id)
  }

  #fromPackages(id) {
    try {
      return this.#requirePackage(id)
    } catch (error) {
      const isAbsent = error?.code === 'MODULE_NOT_FOUND' && String(error.message).includes(`'${id}'`)
      throw isAbsent ? missing(`The package "${id}" is not part of the runtime.`) : error
    }
  }

  #find(from, wanted) {
    const path = posix.normalize(posix.join(posix.dirname(from), wanted))
    const candidates = [path, ...['.js', '.cjs', '.json', '/index.js'].map((ending) => `${path}${ending}`)]
    const found = candidates.find((candidate) => this.#files.has(candidate))
    if (found !== undefined) return found
    throw missing(`No file "${wanted}" beside ${from}: neither a snippet nor a dependency of the script has this path.`)
  }

  #loadFile(path) {
    const known = this.#loaded.get(path)
    if (known) return known.exports
    const module = this.#newModule(path)
    this.#loaded.set(path, module)
    try {
      if (path.endsWith('.json')) module.exports = JSON.parse(this.#files.get(path))
      else compile(module, this.#files.get(path))
    } catch (error) {
      this.#loaded.delete(path)
      throw error
    }
    return module.exports
  }
}

const compile = (module, source) => module._compile(source, module.filename, 'commonjs')

const missing = (message) => Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' })

module.exports = { ScriptModules, scriptPosition }
