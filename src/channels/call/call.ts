import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverCall } from './deliver-call.ts'

export const CALL: ChannelImplementation<'CALL'> = {
  deliver: deliverCall,
  // Calls are sent as URL-encoded forms, which are hard to read.
  readableText: (body) => new URLSearchParams(body).get('Twiml'),
}
