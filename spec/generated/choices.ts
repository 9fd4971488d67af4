// Written by `npm run generate` from spec/rules.yaml; do not edit.

/** What a deployment decides where the source leaves it open. */
export interface Choices {
  /** AUTH-7: a 401 and the header WWW-Authenticate. */
  readonly wwwAuthenticate: 'shown' | 'absent';
  /** HTTP-6: the content types under which a body is read as JSON. */
  readonly mediaTypes: 'json' | 'suffixed' | 'any';
  /** HTTP-6: a body without a content type. */
  readonly untypedBodies: 'read' | 'refused';
  /** HTTP-7: what is looked at first of a request to an unknown path, or under a method that its path does not have. */
  readonly credentialsAndPath: 'pathFirst' | 'credentialsFirst';
  /** HTTP-8: a method that a path does not have, and the header Allow. */
  readonly allowHeader: 'shown' | 'absent';
  /** HTTP-8: HEAD of a path that has GET. */
  readonly headMethod: 'refused' | 'answered';
  /** HTTP-8: OPTIONS of a path, but for a browser's preflight. */
  readonly optionsMethod: 'refused' | 'answered200' | 'answered204';
  /** HTTP-9: the largest request body, in bytes. */
  readonly bodyLimit: number;
  /** HTTP-10: members of an update that nobody knows. */
  readonly updateUnknownMembers: 'ignored' | 'refused';
  /** HTTP-10: members of a reservation that nobody knows. */
  readonly reservationUnknownMembers: 'ignored' | 'refused';
  /** HTTP-10: members of a send that nobody knows. */
  readonly emailUnknownMembers: 'ignored' | 'refused';
  /** HTTP-11: query parameters that nobody knows. */
  readonly unknownParameters: 'ignored' | 'refused' | 'refusedByLists';
  /** HTTP-14: a path with a slash at its end. */
  readonly trailingSlash: 'unknown' | 'same' | 'redirected301' | 'redirected307' | 'redirected308';
  /** HTTP-15: null in a member of an update for which the contract names none. */
  readonly updateNull: 'refused' | 'absent' | 'absentTexts';
  /** HTTP-15: an empty text in a member of an update. */
  readonly updateEmptyText: 'text' | 'asNull';
  /** HTTP-15: null in a member of a reservation for which the contract names none. */
  readonly reservationNull: 'refused' | 'absent' | 'absentTexts';
  /** HTTP-15: an empty text in a member of a reservation. */
  readonly reservationEmptyText: 'text' | 'asNull';
  /** HTTP-15: null in a member of a send for which the contract names none. */
  readonly emailNull: 'refused' | 'absent' | 'absentTexts' | 'absentOptional' | 'absentSingle';
  /** HTTP-15: an empty text in a member of a send. */
  readonly emailEmptyText: 'text' | 'asNull';
  /** HTTP-16: a query parameter that is given several times. */
  readonly repeatedParameter: 'refused' | 'first' | 'last';
  /** ERR-14: a request with several faults. */
  readonly faultsTold: 'first' | 'all' | 'byStage' | 'membersFirst';
  /** ERR-14: several wrong types in a body, where one is told alone. */
  readonly firstWrongType: 'declared' | 'sent';
  /** ERR-14: faults in several entries of one list or map, where each fault has an error. */
  readonly listFaults: 'each' | 'first';
  /** PAGE-7: the query parameter of the page number of mission runs. */
  readonly pageNumberName: string;
  /** PAGE-7: the query parameter of the page number of document types. */
  readonly documentTypesPageName: string;
  /** PAGE-8: items of a page of document types when no size is asked for. */
  readonly documentTypesDefaultSize: number;
  /** PAGE-8: items of a page of mission runs when no size is asked for. */
  readonly missionRunsDefaultSize: number;
  /** PAGE-9: document types and a page size of 0. */
  readonly documentTypesBelow: 'refused' | 'one' | 'default' | 'empty';
  /** PAGE-9: document types and a page size below 0, where one of 0 is not refused. */
  readonly documentTypesNegative: 'refused' | 'one' | 'default' | 'empty';
  /** PAGE-9: mission runs and a page size of 0. */
  readonly missionRunsBelow: 'refused' | 'one' | 'default' | 'empty';
  /** PAGE-9: mission runs and a page size below 0, where one of 0 is not refused. */
  readonly missionRunsNegative: 'refused' | 'one' | 'default' | 'empty';
  /** PAGE-10: the largest page size of document types. */
  readonly documentTypesLargestSize: number;
  /** PAGE-10: document types and a page size above the largest. */
  readonly documentTypesAbove: 'refused' | 'largest' | 'default';
  /** PAGE-10: document types and a page number below 1. */
  readonly documentTypesPageBelow: 'refused' | 'first';
  /** PAGE-10: document types and a page parameter that is no integer. */
  readonly documentTypesNoInteger: 'refused' | 'default' | 'sizeDefault' | 'numberDefault';
  /** PAGE-10: document types and a page parameter without a value. */
  readonly documentTypesEmptyParameter: 'invalid' | 'absent';
  /** PAGE-10: mission runs and a page parameter without a value. */
  readonly missionRunsEmptyParameter: 'invalid' | 'absent';
  /** PAGE-11: total_pages of an empty list. */
  readonly pagesOfNothing: number;
  /** PAGE-12: a page of document types beyond the last one. */
  readonly documentTypesPageBeyond: 'empty' | 'last' | 'refused';
  /** PAGE-12: a page of mission runs beyond the last one. */
  readonly missionRunsPageBeyond: 'empty' | 'last' | 'refused';
  /** SIM-12: read-only members in an update. */
  readonly readOnlyMembers: 'ignored' | 'refused';
  /** SIM-14: an update with {}. */
  readonly emptyUpdate: 'unchanged' | 'touched' | 'refused' | 'refusedUnwritten' | 'refusedKnown';
  /** SIM-15: an update with part of a threshold. */
  readonly partOfThreshold: 'merged' | 'completed' | 'refused';
  /** SIM-22: how the amount of a threshold may be written. */
  readonly amountGrammar: 'plain' | 'signed' | 'pointed' | 'loose';
  /** SIM-22: how the amount of a threshold is shown. */
  readonly amountShown: 'given' | 'fraction' | 'cents' | 'shortest' | 'number';
  /** SIM-24: what is looked at first of an update. */
  readonly idAndBody: 'bodyFirst' | 'idFirst' | 'idBeforeReading';
  /** RSV-12: the status of a reservation some of whose numbers can not be held. */
  readonly partlyHeld: string;
  /** RSV-12: the status of a reservation none of whose numbers can be held. */
  readonly noneHeld: string;
  /** RSV-16: how long a number is held, in minutes. */
  readonly holdMinutes: number;
  /** RSV-25: the same number twice in one reservation. */
  readonly repeatedNumber: 'refused' | 'unavailable' | 'once' | 'held';
  /** RSV-26: a number that can not be held. */
  readonly unavailableNumber: 'entry' | 'refused' | 'refusedAlone';
  /** RSV-26: a number that is not in the inventory. */
  readonly unknownNumber: 'unavailable' | 'held';
  /** RSV-26: the entry of a number that can not be held, and a time in expired_at. */
  readonly unavailableExpiry: 'absent' | 'shown';
  /** RSV-26: an entry without a number. */
  readonly missingNumber: 'unavailable' | 'refused';
  /** RSV-27: the numbers beside one that can not be held. */
  readonly besideUnavailable: 'held' | 'failure';
  /** RUN-15: letter case of a status filter. */
  readonly statusCase: 'exact' | 'folded';
  /** RUN-15: an empty status filter. */
  readonly emptyStatus: 'status' | 'absent';
  /** RUN-15: a status filter that names no known status. */
  readonly unknownStatus: 'empty' | 'all' | 'refused';
  /** RUN-16: the order of mission runs. */
  readonly runOrder: 'newestFirst' | 'oldestFirst' | 'updatedFirst';
  /** RUN-18: the query parameter of the page size of mission runs. */
  readonly pageSizeName: string;
  /** RUN-26: a query of mission runs with several faults. */
  readonly entriesTold: 'each' | 'first';
  /** EMAIL-ANS-2: the primary route of sending. */
  readonly emailPath: string;
  /** EMAIL-ANS-4: the member of an answer in which the message is; none where it is the answer itself. */
  readonly messageMember: string;
  /** EMAIL-FROM-4: a message without `from`. */
  readonly missingSender: 'refused' | 'accepted';
  /** EMAIL-RCPT-5: white space around an address. */
  readonly addressBlanks: 'trimmed' | 'refused';
  /** EMAIL-RCPT-8: an address of the form Name <a@b>. */
  readonly namedAddress: 'refused' | 'read';
  /** EMAIL-RCPT-9: where the one recipient that is needed may stand. */
  readonly recipients: 'to' | 'anyList';
  /** EMAIL-SUBJ-3: an empty subject without a template. */
  readonly emptySubject: 'refused' | 'refusedBlank' | 'accepted';
  /** EMAIL-TMPL-11: template_variables that is no object. */
  readonly templateVariables: 'refused' | 'accepted' | 'listsAccepted';
  /** EMAIL-WO-3: a tag that is no text. */
  readonly tagValues: 'refused' | 'accepted';
  /** EMAIL-HDR-3: a custom header whose value is no string. */
  readonly headerValues: 'refused' | 'text';
  /** EMAIL-HDR-5: custom headers that name a threading or structural header. */
  readonly reservedHeaders: 'dropped' | 'refused';
  /** EMAIL-HDR-7: a line break in the value of a custom header. */
  readonly headerLineBreaks: 'refused' | 'blank';
  /** EMAIL-SCHED-10: an invalid or past scheduled_at beside a valid send_at. */
  readonly invalidScheduledAt: 'decides' | 'yields';
  /** EMAIL-SCHED-11: a scheduled_at of null. */
  readonly nullScheduledAt: 'absent' | 'now';
  /** EMAIL-SCHED-13: a time without an offset. */
  readonly timeWithoutOffset: 'ignored' | 'utc';
  /** EMAIL-SAND-1: sandbox_mode. */
  readonly sandboxMode: 'read' | 'ignored';
  /** EMAIL-SAND-3: a message in sandbox mode that is not for later. */
  readonly sandboxDelivery: 'none' | 'delivered';
  /** EMAIL-SUPP-7: what is looked at first of an override of suppressions without its scope. */
  readonly scopeAndBody: 'bodyFirst' | 'scopeFirst';
  /** EMAIL-SUPP-10: a word or number in the place of a flag of a send, such as "true", "yes" or 1. */
  readonly flagWords: 'refused' | 'read' | 'quoted' | 'digits';
  /** EMAIL-SUPP-11: suppressed recipients in `to`, `cc` and `bcc` of the answer. */
  readonly suppressedShown: 'takenOut' | 'kept';
  /** EMAIL-SUPP-11: a message some of whose recipients are suppressed. */
  readonly someSuppressed: 'accepted' | 'refused';
  /** EMAIL-SUPP-13: a message all of whose recipients are suppressed. */
  readonly allSuppressed: 'refused' | 'accepted';
  /** EMAIL-SUPP-13: the refusal because recipients are suppressed. */
  readonly suppressedTold: 'together' | 'first' | 'each';
  /** EMAIL-GROUP-3: an `unsubscribe` of a group and sends without that group. */
  readonly groupSuppressions: 'apart' | 'always';
  /** EMAIL-TRACK-2: a tracking setting that is no boolean, nor a word for one where flagWords has them read. */
  readonly trackingValues: 'refused' | 'accepted';
  /** EMAIL-THREAD-9: the detail of a refusal for want of a parent. */
  readonly unknownParent: 'same' | 'named';
  /** EMAIL-THREAD-9: what is looked up first of a message from a template with a parent. */
  readonly parentAndTemplate: 'templateFirst' | 'parentFirst';
  /** EMAIL-THREAD-18: null in reply_to_all. */
  readonly nullReplyAll: 'absent' | 'refused';
  /** EMAIL-THREAD-19: a reply-all flag without a parent. */
  readonly replyAllAlone: 'ignored' | 'refused';
  /** EMAIL-THREAD-20: null in in_reply_to_message_id, forward_of_message_id and group_id. */
  readonly nullReferences: 'absent' | 'refused';
  /** EMAIL-THREAD-21: which messages can be replied to. */
  readonly parents: 'any' | 'sent';
  /** EMAIL-IDEM-2: the header of the idempotency key. */
  readonly keyHeader: string;
  /** EMAIL-IDEM-17: the key of a refused request. */
  readonly keyAfterRefusal: 'free' | 'bound' | 'boundOnceRead';
  /** EMAIL-IDEM-20: bodies under one key that are equal as JSON only. */
  readonly keysCover: 'bytes' | 'json';
  /** EMAIL-IDEM-20: other headers of a request with a key. */
  readonly keyHeaders: 'ignored' | 'counted';
  /** EMAIL-IDEM-22: whose the idempotency records are. */
  readonly keyOwner: 'account' | 'apiKey';
  /** EMAIL-IDEM-24: one key on both routes. */
  readonly keysAcrossRoutes: 'apart' | 'together';
  /** EMAIL-IDEM-25: what is looked at first of a request with a body. */
  readonly credentialsAndReading: 'credentialsFirst' | 'readingFirst';
  /** EMAIL-IDEM-25: what is looked at first of a request with an idempotency key. */
  readonly credentialsAndKey: 'credentialsFirst' | 'keyFirst';
  /** EMAIL-IDEM-26: what is looked at first. */
  readonly keyAndBody: 'keyFirst' | 'formFirst' | 'bodyFirst';
  /** EMAIL-IDEM-30: keys that differ in letter case only. */
  readonly keyCase: 'exact' | 'folded';
  /** EMAIL-ALIAS-4: GET /emails/{id}. */
  readonly aliasReading: 'read' | 'unknown';
  /** EMAIL-ATT-1: what is looked at of attachments. */
  readonly attachments: 'types' | 'complete' | 'content' | 'nothing';
  /** EMAIL-ATT-1: `content_id` and `disposition` of attachments. */
  readonly inlineAttachments: 'read' | 'ignored';
  /** EMAIL-ATT-1: an attachment whose `disposition` is neither `attachment` nor `inline`. */
  readonly dispositions: 'accepted' | 'refused';
  /** EMAIL-ATT-3: an inline_css that is no boolean. */
  readonly inlineCss: 'refused' | 'accepted';
}

/** What the mock does without a deployment file. */
export const ours: Choices = {
  wwwAuthenticate: 'shown',
  mediaTypes: 'json',
  untypedBodies: 'read',
  credentialsAndPath: 'pathFirst',
  allowHeader: 'shown',
  headMethod: 'refused',
  optionsMethod: 'refused',
  bodyLimit: 8000000,
  updateUnknownMembers: 'ignored',
  reservationUnknownMembers: 'ignored',
  emailUnknownMembers: 'ignored',
  unknownParameters: 'ignored',
  trailingSlash: 'unknown',
  updateNull: 'refused',
  updateEmptyText: 'text',
  reservationNull: 'refused',
  reservationEmptyText: 'text',
  emailNull: 'refused',
  emailEmptyText: 'text',
  repeatedParameter: 'refused',
  faultsTold: 'first',
  firstWrongType: 'declared',
  listFaults: 'each',
  pageNumberName: 'page[number]',
  documentTypesPageName: 'page[number]',
  documentTypesDefaultSize: 20,
  missionRunsDefaultSize: 20,
  documentTypesBelow: 'refused',
  documentTypesNegative: 'refused',
  missionRunsBelow: 'refused',
  missionRunsNegative: 'refused',
  documentTypesLargestSize: 1000,
  documentTypesAbove: 'refused',
  documentTypesPageBelow: 'refused',
  documentTypesNoInteger: 'refused',
  documentTypesEmptyParameter: 'invalid',
  missionRunsEmptyParameter: 'invalid',
  pagesOfNothing: 0,
  documentTypesPageBeyond: 'empty',
  missionRunsPageBeyond: 'empty',
  readOnlyMembers: 'ignored',
  emptyUpdate: 'unchanged',
  partOfThreshold: 'merged',
  amountGrammar: 'plain',
  amountShown: 'given',
  idAndBody: 'bodyFirst',
  partlyHeld: 'pending',
  noneHeld: 'pending',
  holdMinutes: 30,
  repeatedNumber: 'refused',
  unavailableNumber: 'entry',
  unknownNumber: 'unavailable',
  unavailableExpiry: 'absent',
  missingNumber: 'unavailable',
  besideUnavailable: 'held',
  statusCase: 'exact',
  emptyStatus: 'status',
  unknownStatus: 'empty',
  runOrder: 'newestFirst',
  pageSizeName: 'page[size]',
  entriesTold: 'each',
  emailPath: '/email_messages',
  messageMember: 'data',
  missingSender: 'refused',
  addressBlanks: 'trimmed',
  namedAddress: 'refused',
  recipients: 'to',
  emptySubject: 'refused',
  templateVariables: 'refused',
  tagValues: 'refused',
  headerValues: 'refused',
  reservedHeaders: 'dropped',
  headerLineBreaks: 'refused',
  invalidScheduledAt: 'decides',
  nullScheduledAt: 'absent',
  timeWithoutOffset: 'ignored',
  sandboxMode: 'read',
  sandboxDelivery: 'none',
  scopeAndBody: 'bodyFirst',
  flagWords: 'refused',
  suppressedShown: 'takenOut',
  someSuppressed: 'accepted',
  allSuppressed: 'refused',
  suppressedTold: 'together',
  groupSuppressions: 'apart',
  trackingValues: 'refused',
  unknownParent: 'same',
  parentAndTemplate: 'templateFirst',
  nullReplyAll: 'absent',
  replyAllAlone: 'ignored',
  nullReferences: 'absent',
  parents: 'any',
  keyHeader: 'Idempotency-Key',
  keyAfterRefusal: 'free',
  keysCover: 'bytes',
  keyHeaders: 'ignored',
  keyOwner: 'account',
  keysAcrossRoutes: 'apart',
  credentialsAndReading: 'credentialsFirst',
  credentialsAndKey: 'credentialsFirst',
  keyAndBody: 'keyFirst',
  keyCase: 'exact',
  aliasReading: 'read',
  attachments: 'types',
  inlineAttachments: 'read',
  dispositions: 'accepted',
  inlineCss: 'refused',
};
