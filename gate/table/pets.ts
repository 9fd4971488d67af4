import type { Json } from '../diff/index.ts';
import { add, breaking, drop, operation, property, rename, safe, schema, soft, within } from './change.ts';

const mapping = (d: Json, name: string) => within(schema(d, name), 'discriminator', 'mapping');
const schemas = (d: Json) => within(d, 'components', 'schemas');
const form = (d: Json, type: string) => within(operation(d, 'putPhoto'), 'requestBody', 'content', type);
const part = (d: Json, name: string) => within(form(d, 'multipart/form-data'), 'encoding', name);

/** A further variant, which says no more than the others that it is one. */
function addFish(d: Json, union: string): void {
  schemas(d).Fish = { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { fins: { type: 'integer' } } }] };
  add(schema(d, union), 'oneOf', { $ref: '#/components/schemas/Fish' });
  mapping(d, union).fish = '#/components/schemas/Fish';
}

/** Changes of unions with discriminators. */
export const discriminators = [
  safe('a variant is added to what is sent', (d) => addFish(d, 'NewPet')),
  breaking('a variant is added to what is answered', (d) => addFish(d, 'Pet')),
  safe('a variant is taken from what is answered', (d) => {
    (schema(d, 'Pet').oneOf as unknown[]).pop();
    within(schema(d, 'Pet'), 'discriminator').mapping = { cat: 'Cat' };
  }),
  breaking('a value leads to no variant any more in what is sent', (d) => delete mapping(d, 'NewPet').hound),
  safe('a value leads to no variant any more in what is answered', (d) => delete mapping(d, 'Pet').hound),
  safe('a further value leads to a variant in what is sent', (d) => {
    mapping(d, 'NewPet').puppy = 'Dog';
  }),
  breaking('two values change places', (d) => Object.assign(mapping(d, 'NewPet'), { cat: 'Dog', dog: 'Cat' })),
  breaking('a variant without mapping gets another name', (d) => {
    rename(schemas(d), 'Start', 'Begin');
    within(schema(d, 'Command'), 'oneOf', 0).$ref = '#/components/schemas/Begin';
  }),
  safe('a variant gets another name, and a mapping to the old one', (d) => {
    rename(schemas(d), 'Start', 'Begin');
    within(schema(d, 'Command'), 'oneOf', 0).$ref = '#/components/schemas/Begin';
    within(schema(d, 'Command'), 'discriminator').mapping = { Start: 'Begin' };
  }),
  safe('the names of the variants are spelt out', (d) => {
    within(schema(d, 'Command'), 'discriminator').mapping = { Start: '#/components/schemas/Start', Stop: 'Stop' };
  }),
  safe('a variant lists the value that leads to it', (d) => {
    property(d, 'Start', 'command').enum = ['Start'];
  }),
  safe('all variants share the list of values', (d) => {
    property(d, 'Base', 'petType').enum = ['cat', 'dog', 'hound'];
  }),
  safe('a variant is written out in its union', (d) => {
    (schema(d, 'NewPet').oneOf as unknown[])[0] = structuredClone(schema(d, 'Cat'));
  }),
  safe('a variant stands behind another component', (d) => {
    schemas(d).Kitty = { allOf: [{ $ref: '#/components/schemas/Cat' }] };
    (schema(d, 'NewPet').oneOf as unknown[])[0] = { $ref: '#/components/schemas/Kitty' };
  }),
  breaking('an heir is added to what is answered', (d) => {
    schemas(d).Ring = { allOf: [{ $ref: '#/components/schemas/Shape' }] };
  }),
  breaking('an heir at second hand is added', (d) => {
    schemas(d).Disc = {
      allOf: [{ $ref: '#/components/schemas/Circle' }, { properties: { depth: { type: 'number' } } }],
    };
  }),
  safe('an heir is written in further allOf', (d) => {
    schemas(d).Square = { allOf: [{ allOf: schema(d, 'Square').allOf }] };
  }),
  breaking('an heir needs a further member', (d) => add(within(schema(d, 'Square'), 'allOf', 1), 'required', 'side')),
];

/** Changes of how the parts of forms are written. */
export const forms = [
  safe('a part may be of more types', (d) => {
    part(d, 'file').contentType = 'image/*';
  }),
  breaking('a part may be of fewer types', (d) => {
    part(d, 'file').contentType = 'image/png';
  }),
  safe('the types of a part stand in another order', (d) => {
    part(d, 'file').contentType = 'image/jpeg,image/png';
  }),
  safe('an object is JSON without being told', (d) => delete within(form(d, 'multipart/form-data'), 'encoding').meta),
  breaking('an object is not JSON any more', (d) => {
    part(d, 'meta').contentType = 'application/xml';
  }),
  breaking('a part has to bring a header', (d) => {
    part(d, 'file').headers = { Digest: { required: true, schema: { type: 'string' } } };
  }),
  safe('a list is written as lists are', (d) => delete form(d, 'application/x-www-form-urlencoded').encoding),
  breaking('a list is written in one', (d) => {
    within(form(d, 'application/x-www-form-urlencoded'), 'encoding', 'urls').explode = false;
  }),
];

/** Changes of the rest. */
export const others = [
  breaking('null is refused', (d) => delete property(d, 'Base', 'name').nullable),
  safe('null is refused already', (d) => {
    within(operation(d, 'addPet'), 'requestBody').description = 'A pet.';
    property(d, 'Start', 'at').nullable = false;
  }),
  soft('a command is deprecated', (d) => {
    property(d, 'Stop', 'force').deprecated = true;
  }),
  breaking('a member is required', (d) => add(schema(d, 'Stop'), 'required', 'force')),
  safe('a member is no longer required of what is sent', (d) => drop(schema(d, 'Stop'), 'required', 'command')),
];
