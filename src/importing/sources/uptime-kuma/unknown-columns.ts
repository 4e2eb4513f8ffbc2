import type { Draft } from '../../draft.ts'
import { rowsOf } from './kuma-data.ts'
import type { KumaData, KumaTable } from './kuma-data.ts'

/** The columns of tables whose rows are not reported field by field. */
const knownColumns: Readonly<Partial<Record<KumaTable, string>>> = {
  notification: 'id name active user_id is_default config',
  monitor_notification: 'id monitor_id notification_id',
  tag: 'id name color created_date',
  monitor_tag: 'id monitor_id tag_id value',
  group: 'id name created_date public active weight status_page_id',
  monitor_group: 'id monitor_id group_id weight send_url custom_url',
  maintenance:
    'id title description user_id active strategy start_date end_date start_time end_time weekdays days_of_month ' +
    'interval_day cron timezone duration last_start_date',
  monitor_maintenance: 'id monitor_id maintenance_id',
  maintenance_status_page: 'id status_page_id maintenance_id',
  status_page_cname: 'id status_page_id domain',
  incident: 'id title content style created_date last_updated_date pin active status_page_id',
  proxy: 'id user_id protocol host port auth username password active default created_date',
}

/** Reports columns that a newer version has added to these tables. */
export function reportUnknownColumns(draft: Draft, data: KumaData): void {
  for (const [table, columns] of Object.entries(knownColumns)) {
    const known = new Set(columns.split(' '))
    const names = new Set(rowsOf(data, asTable(table)).flatMap((row) => Object.keys(row)))
    for (const name of names)
      if (!known.has(name)) draft.report({ item: `table ${table}`, field: name, fate: 'unknown', note: '' })
  }
}

/** Sound for the keys of the table above. */
const asTable = (name: string): KumaTable => name as KumaTable
