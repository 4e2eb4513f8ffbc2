'use strict'
const fs = require('node:fs')
const path = require('node:path')

/** Ends this process with a sentence that the result of the run shows. */
function endWithProblem({ root, problemName }, error) {
  const text = error instanceof Error ? error.message : String(error)
  fs.writeFileSync(path.join(root, problemName), text)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

module.exports = { endWithProblem }
