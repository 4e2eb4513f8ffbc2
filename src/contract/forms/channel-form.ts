import { channelTypes } from '../channel-types/index.ts'
import type { ChannelType, ChannelTypeDescriptor } from '../channel-types/index.ts'
import type { FormField, TypeForm } from './field-edit.ts'
import { fieldsOfSchema, inOrder } from './fields-of-schema.ts'

/** The form of a channel type: the fields of `config`, and the initial one. */
export interface ChannelForm extends Pick<TypeForm, 'start'> {
  readonly fields: readonly FormField[]
}

export function channelForm(type: ChannelType): ChannelForm {
  const { config, form = {} }: ChannelTypeDescriptor<object> = channelTypes[type]
  const fields = inOrder(fieldsOfSchema(config, []), form.order ?? [])
  const required = fields.filter(({ isRequired }) => isRequired)
  const empty = required.map(({ path, control }) => [path, control === 'list' ? [] : ''])
  return { start: { ...Object.fromEntries(empty), ...form.start }, fields }
}
