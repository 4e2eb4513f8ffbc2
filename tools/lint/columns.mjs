import { standing } from './project.mjs'

/** Rooms that write names down as others spell them: our clients, the receivers of alerts, name servers, models, tools that are imported from, the kernel. */
const speaksOthers = new Set(['api', 'channels', 'contract', 'importing', 'model', 'probes', 'scripting', 'server'])
const spelledAsColumn = /^[a-z][a-z\d]*(_[a-z\d]+)+$/

/**
 * Columns are spelled `check_id` in SQL only: everything else reads the records that storage makes of rows, whose
 * properties are `checkId`. The settings of PostgreSQL and its driver and the labels
 * of Prometheus and of Statuspage keep their names.
 */
export const columns = {
  create(context) {
    const here = standing(context.filename)
    if (!here?.room || here.isTest || speaksOthers.has(here.room)) return {}
    if (/^src\/(embedded-postgres|storage\/database|analytics\/prometheus|pages\/status\/statuspage)\//.test(here.path))
      return {}
    const report = (node) => {
      if (!spelledAsColumn.test(node.name)) return
      context.report({ node, message: `'${node.name}' is the name of a column; its property is in camelCase` })
    }
    return { Identifier: report }
  },
}
