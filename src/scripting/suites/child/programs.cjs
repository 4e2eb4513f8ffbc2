'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { quoted } = require('./shell.cjs')

/** Writes the programs that commands of the user call by name: the engine, and the package managers. */
function writePrograms(root, job, manager) {
  const folder = path.join(root, 'bin')
  fs.mkdirSync(folder)
  const { engine, npm } = job
  const node = engine.kind === 'node' ? engine.program : process.execPath
  const script = (name, words) => write(path.join(folder, name), words)
  fs.symlinkSync(engine.program, path.join(folder, 'node'))
  for (const name of ['npm', 'npx']) script(name, [node, path.join(npm, 'bin', `${name}-cli.js`)])
  const bun = bunOf(job)
  if (bun !== null) for (const name of ['bun', 'bunx']) fs.symlinkSync(bun, path.join(folder, name))
  for (const [name, words] of Object.entries(manager.programs(job, node))) script(name, words)
}

const bunOf = ({ engine, tools }) => (engine.kind === 'bun' ? engine.program : (tools['bun-1.3']?.program ?? null))

function write(file, words) {
  fs.writeFileSync(file, `#!/bin/sh\nexec ${words.map(quoted).join(' ')} "$@"\n`, { mode: 0o755 })
  fs.chmodSync(file, 0o755)
}

module.exports = { writePrograms }
