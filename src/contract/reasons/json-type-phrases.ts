/** The types of values of JSON documents. */
export const jsonTypePhrases = {
  JSON_TYPE_OBJECT: 'an object',
  JSON_TYPE_LIST: 'a list',
  JSON_TYPE_TEXT: 'a text',
  JSON_TYPE_NUMBER: 'a number',
  JSON_TYPE_BOOLEAN: 'true or false',
  JSON_TYPE_NULL: 'null',
  JSON_TYPE_WHOLE_NUMBER: 'a whole number',
} as const

export const jsonTypePlaces = {
  jsonType: jsonTypePhrases,
  jsonTypeBefore: jsonTypePhrases,
  expectedJsonType: jsonTypePhrases,
} as const
