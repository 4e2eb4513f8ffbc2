const columns = ['Room', 'Lines', 'Executed', '%', 'Branches', 'Executed', '%']

/** The rooms with what of them was executed, and their sum, as a Markdown table. */
export function roomTable(rooms) {
  const rows = Object.entries(rooms).map(([name, room]) => row(name, room))
  const all = Object.values(rooms)
  const sum = row('all rooms', { lines: total(all, 'lines'), branches: total(all, 'branches') })
  const cells = [columns, ...rows, sum].map((line) => line.map(String))
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column].length)))
  const ruler = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const padded = cells.map((line) => line.map((cell, column) => pad(cell, widths[column], column)))
  return padded
    .toSpliced(1, 0, ruler)
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')
}

const pad = (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width))

const row = (name, { lines, branches }) => [name, ...cellsOf(lines), ...cellsOf(branches)]
const cellsOf = ({ total, executed }) => [total, executed, total === 0 ? '-' : ((100 * executed) / total).toFixed(1)]

function total(rooms, kind) {
  return {
    total: rooms.reduce((sum, room) => sum + room[kind].total, 0),
    executed: rooms.reduce((sum, room) => sum + room[kind].executed, 0),
  }
}
