import type { Field, Group } from '../../declaration/field.ts';
import type { Scope } from '../scope.ts';

/** A member of a body inside a scenario. */
export type ScopedField<T, Always extends boolean = boolean> = Field<T, Always, Scope>;

/** Several members of a body inside a scenario that together give one value. */
export type ScopedGroup<T, Always extends boolean = boolean> = Group<T, Always, Scope>;
