import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const sources = join(import.meta.dirname, '..')
/** The interface, and the contract of which it takes rules. */
const rooms = ['web', 'contract']
const lockFile = join(import.meta.dirname, '..', '..', 'package-lock.json')
const ownCache = join(import.meta.dirname, '..', '..', '.cache')
const program = join(import.meta.dirname, 'build-program.ts')
const keptBuilds = 3
const longestOutput = 4_000

/** Why the interface could not be built, with the end of what the build printed. */
export class BuildProblem extends Error {}

/**
 * The directory of the built interface, which is built now unless it is there for these sources and packages. It is kept
 * beside the installation, or in the data directory where that cannot be written. Rejects with a BuildProblem.
 */
export async function buildInterface(dataDir: string): Promise<string> {
  const key = await keyOfSources()
  const places = [join(ownCache, 'interface'), join(dataDir, 'interface')]
  for (const place of places) if (await isBuilt(join(place, key))) return join(place, key)
  const place = (await isWritable(places[0] ?? '')) ? places[0] : places[1]
  const target = join(place ?? '', key)
  await mkdir(dirname(target), { recursive: true })
  await runBuild(target)
  await removeOld(dirname(target), key)
  return target
}

const isBuilt = (directory: string): Promise<boolean> =>
  stat(join(directory, 'index.html')).then(
    () => true,
    () => false,
  )

async function isWritable(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true })
    await access(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Of everything that decides the result. */
async function keyOfSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(lockFile).catch(() => ''))
  const options = { recursive: true, withFileTypes: true } as const
  const files = (await Promise.all(rooms.map((room) => readdir(join(sources, room), options)))).flat()
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.toSorted()) {
    const bytes = await readFile(path)
    hash.update(`${path.slice(sources.length)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 20)
}

function runBuild(target: string): Promise<void> {
  // Whatever the service runs as, browsers get the small and fast form of the libraries.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [program, target], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  const keep = (chunk: Buffer): void => void (output = `${output}${chunk.toString()}`.slice(-longestOutput))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new BuildProblem(error.message)))
    child.on('close', (code) => (code === 0 ? resolve() : reject(new BuildProblem(output.trim() || `code ${code}`))))
  })
}

/** Builds of earlier versions, except the last few, which other processes may serve. */
async function removeOld(directory: string, key: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name !== key && !name.startsWith('.'))
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(directory, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  const old = dated.toSorted((a, b) => b.at - a.at).slice(keptBuilds)
  await Promise.all(old.map(({ name }) => rm(join(directory, name), { recursive: true, force: true })))
}
