import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bin/install.mjs'

// npm leaves out builds of other platforms that its registry does not answer for, and takes over entries without an
// integrity as they are. `npm ci` rejects the first and installs the second unverified. Without --check, both are
// completed from what the registry says about exactly this version; a version it does not have is an error.
const file = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
if (process.argv.includes('--check')) check()
else complete()

/** What is wrong with the packages of a lock file: their paths, and whether they are absent or unverified. */
function gaps({ packages }) {
  const absent = Object.values(packages).flatMap((row) =>
    Object.entries(row.optionalDependencies ?? {})
      .map(([name, version]) => ({ path: `node_modules/${name}`, name, version, dev: row.dev, is: 'absent' }))
      .filter(({ path }) => !packages[path]),
  )
  const unverified = Object.entries(packages)
    .filter(([path, row]) => path !== '' && !row.link && !row.inBundle && !row.integrity)
    .map(([path, { name = path.split('node_modules/').at(-1), version, dev }]) => {
      return { path, name, version, dev, is: 'without an integrity' }
    })
  return [...absent, ...unverified]
}

function check() {
  const found = gaps(lock)
  for (const { path, is } of found) process.stdout.write(`package-lock.json: ${path} is ${is}: run "npm run lock".\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}

function complete() {
  const found = gaps(lock)
  if (found.length === 0) return
  for (const gap of found)
    lock.packages[gap.path] = { ...entryOf(gap), ...lock.packages[gap.path], ...integrityOf(gap) }
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
  )
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`package-lock.json: completed ${found.length} entries.\n`)
}

function integrityOf({ name, version }) {
  return { integrity: manifestOf(name, version)['dist.integrity'] }
}

function entryOf({ name, version, dev, is }) {
  if (is !== 'absent') return {}
  const { os, cpu, libc } = manifestOf(name, version)
  const platform = Object.entries({ cpu, libc, os }).filter(([, value]) => value !== undefined)
  return {
    version,
    ...(dev && { dev }),
    optional: true,
    ...Object.fromEntries(platform.map(([key, value]) => [key, [value].flat()])),
  }
}

/** What the registry says about one version; throws when it has none with an integrity. */
function manifestOf(name, version) {
  const fields = ['dist.integrity', 'os', 'cpu', 'libc', 'version']
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, ...fields, '--json'], { encoding: 'utf8' })
  const manifest = readManifest(stdout)
  if (manifest['dist.integrity']) return manifest
  throw new Error(
    `The registry has no ${name}@${version} with an integrity. Take a version of the package that needs it for which ` +
      'the registry has the builds of all platforms.',
  )
}

function readManifest(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
