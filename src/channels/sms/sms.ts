import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverSms } from './deliver-sms.ts'

export const SMS: ChannelImplementation<'SMS'> = {
  deliver: deliverSms,
  // Text messages are sent as URL-encoded forms, which are hard to read.
  readableText: (body) => new URLSearchParams(body).get('Body'),
}
