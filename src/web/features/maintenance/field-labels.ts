import { lateTexts } from '../../strings/late.ts'

const { fields } = lateTexts.maintenanceWindows

/** The labels of the fields of a window, by their paths in the API. */
export const fieldLabels = {
  name: fields.name,
  description: fields.description,
  startsAt: fields.starts,
  endsAt: fields.ends,
  timezone: fields.zone,
  repeatUnit: fields.repeats,
  repeatInterval: fields.interval,
  repeatEndsAt: fields.until,
  tags: fields.tags,
  silenceAlertsTags: fields.silenceTags,
}
