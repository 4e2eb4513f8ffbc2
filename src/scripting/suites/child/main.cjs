'use strict'
// The first process of a suite behind the wall: unpacks the project, gives it its dependencies and runs the test command.
// No code of the project runs in it. Everything it starts is in its process tree, and ends with it.
const fs = require('node:fs')
const path = require('node:path')
const { ask, close, receive, send } = require('./channel.cjs')
const { findManager, install } = require('./install.cjs')
const { environmentOf, forInstallation } = require('./environment.cjs')
const { packDependencies, projectKey, unpackDependencies, pathsIn } = require('./dependencies.cjs')
const { readProblem } = require('./read-problem.cjs')
const { shell } = require('./shell.cjs')
const SuiteProblem = require('./suite-problem.cjs')
const { writePrograms } = require('./programs.cjs')

const root = process.cwd()
const project = path.join(root, 'project')
let stage = 'unpack'

void main()

async function main() {
  await send({ ready: true })
  try {
    await finish(await runSuite(await receive()))
  } catch (error) {
    const problem = error instanceof SuiteProblem ? error.message : String(error?.stack ?? error)
    await send({ problem, stage })
    await finish(1)
  }
}

async function finish(code) {
  await send({ end: { code } })
  await close()
  process.exit(code ?? 1)
}

const enter = (name) => send({ stage: (stage = name) })

async function runSuite(job) {
  const clockOffsetMs = job.sentAt - Date.now()
  await enter('unpack')
  const place = await unpack(job)
  const manager = findManager(job, project, place)
  const missing = manager.needs.find((id) => job.tools[id] === undefined)
  if (missing !== undefined) {
    await send({ needs: missing })
    return await receive()
  }
  writePrograms(root, job, manager)
  const environment = environmentOf(root, job, clockOffsetMs)
  await depend(job, { manager, environment: forInstallation(environment) })
  await enter('test')
  const { code, isLate } = await shell(job.testCommand, { cwd: place, env: environment, limitMs: job.testMs })
  if (isLate) throw new SuiteProblem(`The tests took longer than ${job.testMs / 1000} seconds, and were ended.`)
  const problem = readProblem(path.join(root, job.run.problemName))
  if (problem !== null) throw new SuiteProblem(problem)
  return code
}

async function unpack(job) {
  fs.mkdirSync(project)
  try {
    await require(job.tar).x({ file: job.bundle, cwd: project, strict: true, preserveOwner: false })
  } catch (error) {
    throw new SuiteProblem(`The code bundle cannot be unpacked: ${error.message}.`)
  }
  const place = path.resolve(project, job.workingDirectory)
  if (place !== project && !place.startsWith(`${project}${path.sep}`))
    throw new SuiteProblem('workingDir leads out of the code bundle.')
  if (!fs.existsSync(place) || !fs.statSync(place).isDirectory())
    throw new SuiteProblem(`The code bundle has no directory ${job.workingDirectory}.`)
  return place
}

/** Dependencies of an earlier run, or an installation, whose result the service may keep for later ones. */
async function depend(job, { manager, environment }) {
  const bundled = pathsIn(project)
  if (job.usesCache && (await restore(job))) return
  await enter('install')
  await install(job, manager, environment)
  if (!job.usesCache) return
  await enter('save')
  const name = await packDependencies(job.tar, { root, project, bundled })
  if (name !== null) await ask({ dependencies: name })
}

async function restore(job) {
  await enter('cache')
  const { archive } = await ask({ key: projectKey(project) })
  if (archive === null) return false
  if (await unpackDependencies(job.tar, archive, project)) return true
  await ask({ damaged: true })
  fs.rmSync(project, { recursive: true, force: true })
  await unpack(job)
  return false
}
