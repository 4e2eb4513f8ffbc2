const begin = '<!-- rooms: generated from rooms.json by `npm run generate` -->'
const end = '<!-- end of rooms -->'

/** Puts the picture of the rooms between the markers of the tour. Throws when the markers are missing. */
export const withPicture = (text, rooms) => between(text, picture(rooms))

/** Puts the tables of the rooms between the markers of their page. Throws when the markers are missing. */
export const withTables = (text, rooms) => between(text, `${table(rooms)}\n\n${realTime(rooms)}`)

function between(text, content) {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`A page about rooms needs the lines "${begin}" and "${end}".`)
  return `${text.slice(0, from)}${begin}\n\n${content}\n\n${text.slice(to)}`
}

// An arrow is omitted where a longer path implies it, so that the picture shows the layers.
function picture(rooms) {
  const arrows = Object.entries(rooms).flatMap(([room, { imports }]) =>
    imports
      .filter((target) => !imports.some((other) => other !== target && reaches(rooms, other, target)))
      .map((target) => `  ${room} --> ${target}`),
  )
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n')
}

function reaches(rooms, from, target) {
  const next = rooms[from]?.imports ?? []
  return next.includes(target) || next.some((room) => reaches(rooms, room, target))
}

function table(rooms) {
  const rows = Object.entries(rooms).map(([room, row]) => [
    `\`${room}\``,
    row.title,
    row.imports.join(', ') || 'nothing',
    row.touches.join(', ') || 'nothing',
    (row.opens ?? []).join(', ') || 'nothing',
  ])
  return aligned([['Room', 'What it is for', 'May import', 'May touch', 'Opens outward'], ...rows])
}

function realTime(rooms) {
  const rows = Object.entries(rooms).flatMap(([room, { time = {} }]) =>
    Object.entries(time).map(([file, reason]) => [`\`src/${room}/${file.replace('./', '')}\``, reason]),
  )
  return aligned([['Uses the time of the machine', 'Why'], ...rows])
}

function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [head, ...others] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}
