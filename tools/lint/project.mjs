import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { builtinModules } from 'node:module'

const projects = new Map()
/** What tests of components use stands beside them. */
const testKit = 'src/web/testing/'

/**
 * Says where a file stands: the repository above it that has a rooms.json, its path there, its room, whether it is
 * a test. Outside such a repository there is nothing to check and the answer is undefined.
 */
export function standing(filename) {
  const project = projectOf(dirname(filename))
  if (!project) return undefined
  const path = relative(project.root, filename).split(sep).join('/')
  const parts = path.split('/')
  const room = parts[0] === 'src' && parts.length > 2 ? parts[1] : undefined
  const isTest = /\.test\.tsx?$/.test(path) || ['tests', 'benches'].includes(parts[0]) || path.startsWith(testKit)
  return { root: project.root, rooms: project.rooms, path, room, row: room ? project.rooms[room] : undefined, isTest }
}

function projectOf(directory) {
  if (projects.has(directory)) return projects.get(directory)
  const file = join(directory, 'rooms.json')
  const parent = dirname(directory)
  let project
  if (existsSync(file)) project = { root: directory, rooms: JSON.parse(readFileSync(file, 'utf8')) }
  else if (parent !== directory) project = projectOf(parent)
  projects.set(directory, project)
  return project
}

/** Gives `node:net` for 'net' and 'node:net', and undefined for what is not part of Node. */
export function builtin(source) {
  if (source.startsWith('node:')) return source
  return builtinModules.includes(source) ? `node:${source}` : undefined
}

/** Visitors that call `report(node, source)` for each module a file loads at run time; `import type` loads nothing. */
export function onModule(report) {
  const literal = (node) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') report(node, node.value)
  }
  return {
    ImportDeclaration: (node) => isTypeOnly(node) || literal(node.source),
    ExportNamedDeclaration: (node) => node.exportKind === 'type' || literal(node.source),
    ExportAllDeclaration: (node) => node.exportKind === 'type' || literal(node.source),
    ImportExpression: (node) => literal(node.source),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') literal(node.arguments[0])
    },
  }
}

function isTypeOnly(node) {
  if (node.importKind === 'type') return true
  return node.specifiers.length > 0 && node.specifiers.every((specifier) => specifier.importKind === 'type')
}

/** The dotted name of a global (`Date.now`, `fetch`, `globalThis.fetch` as `fetch`), undefined for anything local. */
export function globalName(node, sourceCode) {
  if (node.type === 'Identifier') return sourceCode.isGlobalReference(node) ? node.name : undefined
  if (node.type !== 'MemberExpression') return undefined
  const owner = globalName(node.object, sourceCode)
  const property = node.computed ? node.property.value : node.property.name
  if (owner === undefined || typeof property !== 'string') return undefined
  return owner === 'globalThis' || owner === 'global' ? property : `${owner}.${property}`
}
