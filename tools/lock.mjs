import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bin/install.mjs'

// `npm ci` refuses a lock without the builds of other platforms, and npm leaves out those its registry lacks.
// This lists what is absent and, without --check, adds it by name and version; npm never fetches a foreign platform.
const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const absent = Object.values(lock.packages).flatMap((row) =>
  Object.entries(row.optionalDependencies ?? {})
    .map(([name, version]) => ({ name, path: `node_modules/${name}`, version, dev: row.dev }))
    .filter(({ path }) => !lock.packages[path]),
)

if (process.argv.includes('--check')) {
  for (const { path } of absent) process.stdout.write(`package-lock.json lacks ${path}: run "npm run lock".\n`)
  process.exitCode = absent.length > 0 ? 1 : 0
} else if (absent.length > 0) {
  for (const row of absent) lock.packages[row.path] = foreignPackage(row)
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
  )
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`package-lock.json: added ${absent.length} packages of other platforms.\n`)
}

function foreignPackage({ name, version, dev }) {
  const found = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(\w+))?$/.exec(name)
  if (!found) throw new Error(`Cannot tell the platform of ${name} from its name; add it to package-lock.json by hand.`)
  const [, os, cpu, abi = ''] = found
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(os === 'linux' ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {}),
    optional: true,
    os: [os],
  }
}
