import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type {
  Application,
  ApplicationList,
  ApplicationSummary,
  ApplicationVersion,
  ApplicationWithHistory,
  GrantedApplication,
  HistoryEntry,
  ListedApplication,
} from './application.ts';
import type { AuditAnswer, AuditEntry, AuditPerson } from './audit.ts';
import type { Answers, EndpointName } from './endpoints.ts';
import type { EnquiryAnswer, ExtendedAnswer, GrantedAnswer } from './enquiry.ts';
import type { ErrorBody } from './errors.ts';
import type { answerOf, answerSchemas } from './openapi-answers.ts';
import type { Slide } from './slide.ts';
import type { LoginAnswer, MeAnswer, SessionEntry, SetupState, User } from './user.ts';

interface Interfaces {
  Application: Application;
  ListedApplication: ListedApplication;
  ApplicationWithHistory: ApplicationWithHistory;
  ApplicationList: ApplicationList;
  ApplicationSummary: ApplicationSummary;
  ApplicationVersion: ApplicationVersion;
  HistoryEntry: HistoryEntry;
  GrantedApplication: GrantedApplication;
  EnquiryAnswer: EnquiryAnswer;
  ExtendedAnswer: ExtendedAnswer;
  GrantedAnswer: GrantedAnswer;
  Slide: Slide;
  User: User;
  Session: SessionEntry;
  LoginAnswer: LoginAnswer;
  MeAnswer: MeAnswer;
  SetupState: SetupState;
  AuditEntry: AuditEntry;
  AuditAnswer: AuditAnswer;
  AuditPerson: AuditPerson;
  Error: ErrorBody;
}

/** The calls whose answer is JSON. */
type Answering = { [Name in EndpointName]: (typeof answerOf)[Name] extends null ? never : Name }[EndpointName];

// The compiler is what decides here; see `npm run types`.
it('has for each interface of an answer a schema that says the same, and for each call the one that the client expects', () => {
  expectTypeOf<{
    [Name in keyof typeof answerSchemas]: z.output<(typeof answerSchemas)[Name]>;
  }>().toEqualTypeOf<Interfaces>();
  expectTypeOf<{ [Name in Answering]: z.output<NonNullable<(typeof answerOf)[Name]>> }>().toEqualTypeOf<
    Pick<Answers, Answering>
  >();
});
