import type { StatusPageServiceResource } from '#contract'
import type { StatusPageServiceRow } from '#storage/status-pages'
import { stampsOf } from './stamps.ts'

export const presentService = (row: StatusPageServiceRow): StatusPageServiceResource => ({
  ...row,
  ...stampsOf(row),
})
