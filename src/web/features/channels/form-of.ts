import type { ChannelForm, ChannelType } from '#contract'
import { channelForms } from '../../forms/channel-forms.ts'

/** The types of channels: each has a form. */
export const channelTypes = typesIn(channelForms)

function typesIn(forms: typeof channelForms): readonly ChannelType[] {
  return Object.keys(forms) as ChannelType[]
}

/** The form of a type; without fields for a type of a later version of the service. */
export const formOf = (type: string): ChannelForm =>
  type in channelForms ? channelForms[type as ChannelType] : { start: {}, fields: [] }
