'use strict'
const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

/** What decides which packages an installation yields. */
const decisive = new Set([
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'bunfig.toml',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
])

/** Every path below a directory, relative to it. Links are not followed. */
function pathsIn(directory, below = '') {
  return fs.readdirSync(path.join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name)
    return entry.isDirectory() ? [name, ...pathsIn(directory, name)] : [name]
  })
}

/** The same for every bundle that has the same dependencies. */
function projectKey(project) {
  const hash = crypto.createHash('sha256')
  for (const name of pathsIn(project).toSorted()) {
    if (!decisive.has(path.basename(name)) || name.split(path.sep).includes('node_modules')) continue
    const file = path.join(project, name)
    if (!fs.lstatSync(file).isFile()) continue
    hash.update(JSON.stringify([name, crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex')]))
  }
  return hash.digest('hex')
}

const archiveName = 'dependencies.tgz'

/** Packs what the installation added to the bundle. The name of the archive, or null when it added nothing. */
async function packDependencies(tar, { root, project, bundled }) {
  const added = addedPaths(project, new Set(bundled))
  if (added.length === 0) return null
  const file = path.join(root, archiveName)
  await require(tar).c({ file, cwd: project, gzip: { level: 1 }, preservePaths: true }, added)
  return archiveName
}

/** Of what is new as a whole, the outermost path. */
function addedPaths(project, bundled, below = '') {
  return fs.readdirSync(path.join(project, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name)
    if (!bundled.has(name)) return [`./${name}`]
    return entry.isDirectory() ? addedPaths(project, bundled, name) : []
  })
}

/** False when the archive is damaged. What the bundle has itself stays as it is. */
async function unpackDependencies(tar, file, project) {
  try {
    await require(tar).x({ file, cwd: project, strict: true, keep: true, preservePaths: true, preserveOwner: false })
    return true
  } catch {
    return false
  }
}

module.exports = { pathsIn, projectKey, packDependencies, unpackDependencies }
