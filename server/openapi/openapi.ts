/** The parts of OpenAPI 3.1 and of JSON Schema that our document uses. */
import type { Right } from '../../contract/rights.ts';
import type { Permission, Role } from '../../contract/roles.ts';

export interface Schema {
  $ref?: string;
  $schema?: string;
  $id?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
}

export type MediaTypes = Record<string, { schema?: Schema; encoding?: Record<string, { contentType: string }> }>;

export interface ResponseObject {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: MediaTypes;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-permission'?: Permission;
  /** A right that the account needs as well; the super admin may have taken it. */
  'x-right'?: Right;
  /** Alternatives; an empty object allows callers without a session. */
  security: Record<string, Role[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, ResponseObject>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { type: string; in: string; name: string; description: string }>;
  };
}
