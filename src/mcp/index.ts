// The tools of the Model Context Protocol, over the operations of the API: which there are, their input, and answers that
// fit into the context of a model. Takes a function that calls an operation. Changes nothing by itself.
export { createToolServer } from './create-tool-server.ts'
export type { CallOperation, ToolServerOptions } from './create-tool-server.ts'
