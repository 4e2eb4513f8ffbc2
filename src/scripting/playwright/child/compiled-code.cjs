'use strict'
// Loaded before everything else: takes compiled code from beside the runtime, which this process may only read. Node looks for it
// in a directory with the name of its user, who is another one in each run.
const fs = require('node:fs')
const { enableCompileCache } = require('node:module')
const path = require('node:path')

const compiled = process.env.BELFRY_COMPILED_CODE
const own = path.resolve('.compiled')
if (compiled && link()) {
  // For the thread that loads ES modules.
  process.env.NODE_COMPILE_CACHE = own
  enableCompileCache(own)
}

function link() {
  if (fs.existsSync(own)) return true
  try {
    const names = fs.readdirSync(compiled)
    fs.mkdirSync(own)
    for (const name of names) {
      const ofThisUser = name.replace(/\d+$/, String(process.getuid()))
      fs.symlinkSync(path.join(compiled, name), path.join(own, ofThisUser))
    }
    return true
  } catch {
    // The installation has none.
    return false
  }
}
