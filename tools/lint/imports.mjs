import { dirname, join, normalize } from 'node:path/posix'
import { onModule, standing } from './project.mjs'

/**
 * A room imports only the rooms its row allows, by `#room`, or by `#room/folder` where the row lists several doors; tests
 * may import any room's door.
 */
export const imports = {
  create(context) {
    const here = standing(context.filename)
    if (!here) return {}
    const report = (node, message) => context.report({ node, message })
    const check = (node, source) => {
      if (source.startsWith('#')) checkDoor(here, source.slice(1), (message) => report(node, message))
      else if (source.startsWith('.')) checkPath(here, source, (message) => report(node, message))
    }
    // Types count here as well: a room that knows another's types depends on it.
    return { ...onModule(check), ...typeImports(check) }
  },
}

function typeImports(check) {
  const source = (node) => node.source && check(node.source, node.source.value)
  return {
    ImportDeclaration: source,
    ExportNamedDeclaration: source,
    ExportAllDeclaration: source,
    TSImportType: (node) => {
      const literal = node.source ?? node.argument?.literal ?? node.argument
      if (typeof literal?.value === 'string') check(literal, literal.value)
    },
  }
}

function checkDoor(here, source, report) {
  const [name, ...folders] = source.split('/')
  const row = here.rooms[name]
  if (!row) return report(`there is no room '${name}': rooms are imported by their name in rooms.json`)
  const doors = doorsOf(row)
  if (!doors.includes(folders.join('/')))
    return report(`'#${source}' is no door; import ${doors.map((door) => doorName(name, door)).join(', ')}`)
  if (here.isTest || !here.room) return undefined
  if (here.room === name) return report(`import inside the room '${name}' by relative path`)
  const allowed = here.row?.imports ?? []
  if (allowed.includes(name)) return undefined
  return report(`room '${here.room}' may not import '${name}' (allowed: ${allowed.join(', ') || 'none'})`)
}

/** The folders that are doors of a room; the empty one is the room itself. */
const doorsOf = ({ doors }) => doors ?? ['']

const doorName = (room, door) => (door === '' ? `'#${room}'` : `'#${room}/${door}'`)

function checkPath(here, source, report) {
  const target = normalize(join(dirname(here.path), source))
  const room = target.startsWith('src/') ? target.split('/')[1] : undefined
  if (room && here.rooms[room] && room !== here.room) {
    return report(
      `import room '${room}' by its door, ${doorName(room, doorsOf(here.rooms[room])[0])}, not by a path into it`,
    )
  }
  if (here.room && !room && !here.isTest) return report(`'${source}' is outside src: a room imports rooms and packages`)
  return undefined
}
