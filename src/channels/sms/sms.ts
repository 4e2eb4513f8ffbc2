import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverSms } from './deliver-sms.ts'

export const SMS: ChannelImplementation<'SMS'> = {
  deliver: deliverSms,
  // Text messages travel as forms, which nobody likes to read.
  readableText: (body) => new URLSearchParams(body).get('Body'),
}
