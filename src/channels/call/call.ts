import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverCall } from './deliver-call.ts'

export const CALL: ChannelImplementation<'CALL'> = {
  deliver: deliverCall,
  // Calls travel as forms, which nobody likes to read.
  readableText: (body) => new URLSearchParams(body).get('Twiml'),
}
