// What travels over the sockets: made by `npm run types` from docs/protocol.schema.json, not by hand.

export type Protocol = FromClient | ToClient | ToLobby;
export type FromClient = Act | Preview | Ask | Say | AskUndo | AnswerUndo | Resign | Return | Ping;
export type ToClient = Snapshot | Update | InfoChanged | Chat | UndoAsked | Done | Previewed | Answer | Problem | Pong;
export type ToLobby = LobbyLists | LobbyChanged | Problem | Pong;

/**
 * Play these actions, all or none. ``id`` is the client's own; sent again, it does nothing again.
 */
export interface Act {
  actions: (
    | TakeCard
    | DrawCard
    | DrawTickets
    | KeepTickets
    | ChooseFleet
    | ClaimLine
    | BuildStation
    | BuildHarbour
    | Pay
    | UseStandIns
    | LayCards
    | TakeCardsBack
    | ExchangePieces
    | Pass
  )[];
  id: string;
  type: "act";
  version: number;
}
/**
 * Take a card of the row; with two decks, name the one that fills the gap.
 */
export interface TakeCard {
  do: "take_card";
  refill: string | null;
  slot: number;
}
/**
 * Draw the top card of a deck.
 */
export interface DrawCard {
  deck: string;
  do: "draw_card";
}
/**
 * Ask for tickets to choose from.
 */
export interface DrawTickets {
  do: "draw_tickets";
}
/**
 * Keep these of the offered tickets.
 */
export interface KeepTickets {
  do: "keep_tickets";
  tickets: string[];
}
/**
 * Choose the pieces to play with.
 */
export interface ChooseFleet {
  do: "choose_fleet";
  ships: number;
  trains: number;
}
/**
 * Choose a line to claim; the payment is the next choice.
 */
export interface ClaimLine {
  do: "claim_line";
  line: string;
}
/**
 * Choose a city for a station; the payment is the next choice.
 */
export interface BuildStation {
  city: string;
  do: "build_station";
}
/**
 * Choose a city for a harbour; the payment is the next choice.
 */
export interface BuildHarbour {
  city: string;
  do: "build_harbour";
}
/**
 * Lay down a whole payment, or the extra cards of a tunnel.
 */
export interface Pay {
  cards: string[];
  do: "pay";
}
/**
 * Pay with so many stand-ins; the cards are then laid down kind by kind.
 */
export interface UseStandIns {
  count: number;
  do: "use_stand_ins";
}
/**
 * Lay down the next cards of a payment that is made kind by kind.
 */
export interface LayCards {
  card: string;
  count: number;
  do: "lay_cards";
}
/**
 * Leave a tunnel unbuilt.
 */
export interface TakeCardsBack {
  do: "take_cards_back";
}
/**
 * Give so many trains for ships, or ships for trains.
 */
export interface ExchangePieces {
  count: number;
  do: "exchange_pieces";
  give: string;
}
/**
 * Do nothing, when nothing can be done.
 */
export interface Pass {
  do: "pass";
}
/**
 * What could be chosen next after these actions, which reveal nothing and are not played.
 */
export interface Preview {
  actions: (
    | TakeCard
    | DrawCard
    | DrawTickets
    | KeepTickets
    | ChooseFleet
    | ClaimLine
    | BuildStation
    | BuildHarbour
    | Pay
    | UseStandIns
    | LayCards
    | TakeCardsBack
    | ExchangePieces
    | Pass
  )[];
  id: string;
  type: "preview";
}
/**
 * Ask why an action is not legal.
 */
export interface Ask {
  action:
    | TakeCard
    | DrawCard
    | DrawTickets
    | KeepTickets
    | ChooseFleet
    | ClaimLine
    | BuildStation
    | BuildHarbour
    | Pay
    | UseStandIns
    | LayCards
    | TakeCardsBack
    | ExchangePieces
    | Pass;
  id: string;
  type: "ask";
}
/**
 * Say something at the table.
 */
export interface Say {
  text: string;
  type: "say";
}
/**
 * Take the own last step back: at once where nothing was revealed, else if the others agree.
 */
export interface AskUndo {
  type: "ask_undo";
}
/**
 * Agree to somebody's undo, or not.
 */
export interface AnswerUndo {
  agree: boolean;
  type: "answer_undo";
}
/**
 * Let a bot play on.
 */
export interface Resign {
  type: "resign";
}
/**
 * Take the own seat back from the bot.
 */
export interface Return {
  type: "return";
}
/**
 * Ask whether the server is there.
 */
export interface Ping {
  type: "ping";
}
/**
 * All that a seat may know, when it comes.
 */
export interface Snapshot {
  chat: Chat[];
  choices: Choices | null;
  ending: Ending | null;
  info: TableInfo;
  missed: Told[];
  now: number;
  own: OwnFacts | null;
  table: TableFacts | null;
  type: "snapshot";
  undo: UndoAsked;
  version: number;
  you: number | null;
}
/**
 * Something said at the table.
 */
export interface Chat {
  at: number;
  id: number;
  name: string;
  text: string;
  type: "chat";
}
/**
 * What a seat may choose now, and whether its last step can be taken back freely.
 */
export interface Choices {
  can_undo: boolean;
  legal: (
    | TakeCard
    | DrawCard
    | DrawTickets
    | KeepTickets
    | ChooseFleet
    | ClaimLine
    | BuildStation
    | BuildHarbour
    | Pay
    | UseStandIns
    | LayCards
    | TakeCardsBack
    | ExchangePieces
    | Pass
  )[];
}
/**
 * The end: everything revealed.
 */
export interface Ending {
  hands: {
    [k: string]: number;
  }[];
  seed: string;
  tally: Tally;
  tickets: string[][];
}
/**
 * The score of a game. ``decided_by`` is "points", a tie-break, or "shared".
 */
export interface Tally {
  decided_by:
    | "fewer_stations"
    | "longer_path"
    | "longest_path_holder"
    | "more_harbour_points"
    | "more_tickets"
    | "points"
    | "shared";
  seats: SeatTally[];
  winners: number[];
}
/**
 * The score of one seat.
 */
export interface SeatTally {
  completed_tickets: number;
  lines: TallyLine[];
  loans: Loan[];
  longest_path: string[];
  seat: number;
  total: number;
}
/**
 * Points for one reason; the subject is a ticket, a city, or empty.
 */
export interface TallyLine {
  count: number;
  points: number;
  reason:
    | "exchanges"
    | "harbour"
    | "lines"
    | "longest_path"
    | "missed_ticket"
    | "most_tickets"
    | "ticket"
    | "tour_in_order"
    | "unbuilt_harbours"
    | "unused_stations";
  subject: string;
}
/**
 * The line that a station lends its owner (E7).
 */
export interface Loan {
  city: string;
  line: string;
}
/**
 * A table and its people.
 */
export interface TableInfo {
  advice: boolean;
  can_go_on: boolean;
  clock: Clock;
  commitment: string;
  deadline: number | null;
  host: string | null;
  id: string;
  people: Person[];
  public: boolean;
  rematch: string | null;
  status: "closed" | "ended" | "open" | "running";
  title: string;
  watching: number;
}
/**
 * How much time people have: none, live seconds a turn and a bank, or days a turn.
 */
export interface Clock {
  bank: number;
  kind: "days" | "live" | "none";
  turn: number;
}
/**
 * Who sits in a seat.
 */
export interface Person {
  bank: number | null;
  bot: string | null;
  here: boolean;
  kind: ("account" | "bot" | "gone" | "guest") | null;
  name: string | null;
  seat: number;
  substitute: string | null;
}
/**
 * An entry of the table's log, as a seat sees it; ``id`` is that of your own message, which is stored now.
 */
export interface Told {
  at: number;
  events: (
    | HandDealt
    | RowFilled
    | RowRenewed
    | DeckReshuffled
    | TicketsOffered
    | OpeningTicketsChosen
    | FleetChosen
    | TicketsKept
    | FleetRevealed
    | TurnsBegan
    | CardTaken
    | CardDrawn
    | PaymentLaid
    | TunnelCardTurned
    | TunnelPriced
    | ExtraPaid
    | CardsTakenBack
    | LineClaimed
    | StationBuilt
    | HarbourBuilt
    | PiecesExchanged
    | Passed
    | LastTurnsBegan
    | GameEnded
  )[];
  id: string | null;
  kind: "back" | "leave" | "play" | "start" | "undo";
  seat: number | null;
  to: number | null;
  version: number;
}
/**
 * A starting hand.
 */
export interface HandDealt {
  cards: string[] | null;
  event: "hand_dealt";
  seat: number;
}
/**
 * A card was turned into the row.
 */
export interface RowFilled {
  card: string;
  deck: string;
  event: "row_filled";
  row: (string | null)[];
  slot: number;
}
/**
 * The row showed too many locomotives and went to the discards.
 */
export interface RowRenewed {
  discarded: string[];
  event: "row_renewed";
}
/**
 * The discards became the new deck.
 */
export interface DeckReshuffled {
  cards: number;
  deck: string;
  event: "deck_reshuffled";
}
/**
 * Tickets were put before a seat to choose from.
 */
export interface TicketsOffered {
  count: number;
  event: "tickets_offered";
  seat: number;
  tickets: string[] | null;
}
/**
 * A seat has chosen its starting tickets; how many is shown when all have chosen.
 */
export interface OpeningTicketsChosen {
  event: "opening_tickets_chosen";
  seat: number;
  tickets: string[] | null;
}
/**
 * A seat has chosen its fleet; which is shown when all have chosen.
 */
export interface FleetChosen {
  event: "fleet_chosen";
  seat: number;
  ships: number | null;
  trains: number | null;
}
/**
 * A seat keeps some of its offer; the others go under the deck or out of the game.
 */
export interface TicketsKept {
  event: "tickets_kept";
  kept: number;
  rejected: number;
  rejected_tickets: string[] | null;
  seat: number;
  tickets: string[] | null;
}
/**
 * The pieces a seat begins with.
 */
export interface FleetRevealed {
  event: "fleet_revealed";
  seat: number;
  ships: number;
  trains: number;
}
/**
 * The opening is over; this seat has the first turn.
 */
export interface TurnsBegan {
  event: "turns_began";
  first: number;
}
/**
 * A seat took a card of the row.
 */
export interface CardTaken {
  card: string;
  event: "card_taken";
  row: (string | null)[];
  seat: number;
  slot: number;
}
/**
 * A seat drew the top card of a deck.
 */
export interface CardDrawn {
  card: string | null;
  deck: string;
  event: "card_drawn";
  seat: number;
}
/**
 * A seat laid down the whole price of a line, station or harbour.
 */
export interface PaymentLaid {
  cards: string[];
  city: string | null;
  event: "payment_laid";
  line: string | null;
  seat: number;
}
/**
 * A card was turned to see what a tunnel costs.
 */
export interface TunnelCardTurned {
  card: string;
  event: "tunnel_card_turned";
  seat: number;
}
/**
 * So many extra cards are owed for the tunnel.
 */
export interface TunnelPriced {
  event: "tunnel_priced";
  line: string;
  owed: number;
  seat: number;
}
/**
 * A seat paid the extra cards of a tunnel.
 */
export interface ExtraPaid {
  cards: string[];
  event: "extra_paid";
  seat: number;
}
/**
 * A seat left a tunnel unbuilt and took its cards back.
 */
export interface CardsTakenBack {
  event: "cards_taken_back";
  line: string;
  seat: number;
}
/**
 * A line has an owner.
 */
export interface LineClaimed {
  event: "line_claimed";
  line: string;
  points: number;
  seat: number;
}
/**
 * A city has a station.
 */
export interface StationBuilt {
  city: string;
  event: "station_built";
  seat: number;
}
/**
 * A city has a harbour.
 */
export interface HarbourBuilt {
  city: string;
  event: "harbour_built";
  seat: number;
}
/**
 * A seat gave trains for ships or ships for trains, at a point each.
 */
export interface PiecesExchanged {
  count: number;
  event: "pieces_exchanged";
  gave: string;
  seat: number;
}
/**
 * A seat could do nothing.
 */
export interface Passed {
  event: "passed";
  seat: number;
}
/**
 * A seat has few pieces left: so many turns are still to come.
 */
export interface LastTurnsBegan {
  event: "last_turns_began";
  seat: number;
  turns: number;
}
/**
 * The last turn is over, or nobody could move.
 */
export interface GameEnded {
  event: "game_ended";
  reason: string;
}
/**
 * What only one seat may know; a spectator knows nothing of the kind.
 */
export interface OwnFacts {
  hand: {
    [k: string]: number;
  };
  offer: string[];
  opening_fleet: {
    [k: string]: number;
  };
  opening_tickets: string[];
  seat: number | null;
  tickets: string[];
  tickets_below: (string | null)[];
  tickets_out: string[];
}
/**
 * What everybody may know.
 */
export interface TableFacts {
  decision: Decision | null;
  decks: {
    [k: string]: number;
  };
  discards: {
    [k: string]: number;
  };
  first_seat: number;
  laid: {
    [k: string]: number;
  };
  row: (string | null)[];
  seats: SeatView[];
  ticket_deck: number;
  title: string;
  turned: {
    [k: string]: number;
  };
  turns_left: number | null;
  turns_played: number;
}
/**
 * Who must choose now, and what kind of choice it is.
 */
export interface Decision {
  cards_to_lay: number;
  city: string | null;
  kind:
    | "keep_tickets"
    | "lay_cards"
    | "opening_fleet"
    | "opening_tickets"
    | "pay_harbour"
    | "pay_line"
    | "pay_station"
    | "second_card"
    | "tunnel"
    | "turn";
  line: string | null;
  owed: number;
  seat: number;
}
/**
 * What everybody may know of a seat.
 */
export interface SeatView {
  box: {
    [k: string]: number;
  };
  built: string[];
  hand_size: {
    [k: string]: number;
  };
  known_cards: {
    [k: string]: number;
  };
  lines: string[];
  markers: number;
  pieces: {
    [k: string]: number;
  };
  points: number;
  ready: boolean;
  seat: number;
  tickets: number;
}
/**
 * Somebody asks to take a step back; who has agreed so far. Seat None: the question is off.
 */
export interface UndoAsked {
  agreed: number[];
  seat: number | null;
  type: "undo_asked";
}
/**
 * What has happened, and how things stand now; ``info`` only if something of it has changed.
 */
export interface Update {
  choices: Choices | null;
  ending: Ending | null;
  info: TableInfo | null;
  now: number;
  own: OwnFacts | null;
  table: TableFacts | null;
  told: Told[];
  type: "update";
  version: number;
}
/**
 * People came or went, or sat down.
 */
export interface InfoChanged {
  info: TableInfo;
  type: "info";
}
/**
 * Your message with this id had been carried out before; otherwise the update tells that it is stored.
 */
export interface Done {
  id: string;
  type: "done";
  version: number;
}
/**
 * What could be chosen next; nothing if the payment is whole.
 */
export interface Previewed {
  id: string;
  legal: (
    | TakeCard
    | DrawCard
    | DrawTickets
    | KeepTickets
    | ChooseFleet
    | ClaimLine
    | BuildStation
    | BuildHarbour
    | Pay
    | UseStandIns
    | LayCards
    | TakeCardsBack
    | ExchangePieces
    | Pass
  )[];
  type: "previewed";
  whole: boolean;
}
/**
 * Why not; None: it is legal.
 */
export interface Answer {
  code:
    | (
        | "cannot_afford_harbour"
        | "cannot_afford_line"
        | "cannot_afford_station"
        | "choose_fleet_first"
        | "choose_tickets_first"
        | "city_built"
        | "does_not_fit"
        | "draw_second_card"
        | "empty_deck"
        | "empty_slot"
        | "fleet_out_of_range"
        | "game_over"
        | "harbour_costs"
        | "keep_more"
        | "keep_tickets_first"
        | "lay_rest_first"
        | "line_closed"
        | "line_costs"
        | "line_taken"
        | "locomotive_second"
        | "malformed"
        | "mixed_colours"
        | "must_not_pass"
        | "name_refill"
        | "named_twice"
        | "no_harbours_left"
        | "no_line_there"
        | "no_locomotives_here"
        | "no_refill_choice"
        | "no_stand_ins_here"
        | "no_stations_left"
        | "no_such_card"
        | "no_such_city"
        | "no_such_deck"
        | "no_such_line"
        | "no_such_piece"
        | "no_such_seat"
        | "no_such_slot"
        | "no_such_ticket"
        | "no_tickets_left"
        | "no_way_to_begin"
        | "not_a_port"
        | "not_buildable"
        | "not_held"
        | "not_in_the_box"
        | "not_in_this_title"
        | "not_offered"
        | "not_your_turn"
        | "nothing_to_exchange"
        | "out_of_order"
        | "out_of_range"
        | "owns_twin"
        | "pay_harbour_first"
        | "pay_line_first"
        | "pay_station_first"
        | "rest_costs"
        | "settle_tunnel_first"
        | "spare_card"
        | "station_costs"
        | "too_few_locomotives"
        | "too_few_ships"
        | "too_few_stand_ins"
        | "too_few_to_exchange"
        | "too_few_trains"
        | "too_many_stand_ins"
        | "tunnel_costs"
        | "uneven_stand_ins"
        | "wrong_cards"
        | "wrong_colour_for_harbour"
        | "wrong_colour_for_station"
        | "wrong_colour_in_tunnel"
        | "wrong_colour_on_line"
        | "wrong_fleet"
      )
    | null;
  details: {
    [k: string]:
      | number
      | string
      | number[]
      | {
          [k: string]: number;
        };
  };
  id: string;
  reason: string | null;
  type: "answer";
}
/**
 * What was wrong with a message: a code and its details for pages and programs, and an English sentence.
 */
export interface Problem {
  code:
    | (
        | "bad_chat"
        | "bad_endpoint"
        | "bad_keys"
        | "bad_password"
        | "begun"
        | "clock_bank"
        | "clock_days"
        | "clock_turn"
        | "closed"
        | "closing"
        | "csrf"
        | "dead_link"
        | "foreign_origin"
        | "game_over"
        | "has_played"
        | "invalid"
        | "malformed"
        | "name_empty"
        | "name_invisible"
        | "name_length"
        | "name_letters"
        | "name_marks"
        | "name_mixed_scripts"
        | "name_reserved"
        | "name_taken"
        | "name_too_similar"
        | "no_account"
        | "no_seat"
        | "no_such_bot"
        | "no_such_first_seat"
        | "no_such_step"
        | "no_such_title"
        | "no_undo_asked"
        | "not_away"
        | "not_begun"
        | "not_found"
        | "not_host"
        | "not_over"
        | "not_previewed"
        | "not_saved"
        | "not_seated"
        | "not_signed_in"
        | "nothing_to_undo"
        | "own_seat"
        | "removed"
        | "rules_changed"
        | "seat_empty"
        | "seat_taken"
        | "seats_free"
        | "server_error"
        | "server_full"
        | "signed_in"
        | "stale"
        | "substituted"
        | "token"
        | "too_long"
        | "too_many"
        | "too_many_browsers"
        | "too_many_connections"
        | "too_many_mails"
        | "too_many_open_tables"
        | "too_many_open_tables_of_address"
        | "too_many_seats"
        | "too_many_seats_of_address"
        | "too_many_tables"
        | "too_many_tables_of_address"
        | "too_many_tokens"
        | "too_slow"
        | "two_seats"
        | "unavailable"
        | "wrong_method"
        | "wrong_password"
        | "wrong_seats"
      )
    | (
        | "cannot_afford_harbour"
        | "cannot_afford_line"
        | "cannot_afford_station"
        | "choose_fleet_first"
        | "choose_tickets_first"
        | "city_built"
        | "does_not_fit"
        | "draw_second_card"
        | "empty_deck"
        | "empty_slot"
        | "fleet_out_of_range"
        | "game_over"
        | "harbour_costs"
        | "keep_more"
        | "keep_tickets_first"
        | "lay_rest_first"
        | "line_closed"
        | "line_costs"
        | "line_taken"
        | "locomotive_second"
        | "malformed"
        | "mixed_colours"
        | "must_not_pass"
        | "name_refill"
        | "named_twice"
        | "no_harbours_left"
        | "no_line_there"
        | "no_locomotives_here"
        | "no_refill_choice"
        | "no_stand_ins_here"
        | "no_stations_left"
        | "no_such_card"
        | "no_such_city"
        | "no_such_deck"
        | "no_such_line"
        | "no_such_piece"
        | "no_such_seat"
        | "no_such_slot"
        | "no_such_ticket"
        | "no_tickets_left"
        | "no_way_to_begin"
        | "not_a_port"
        | "not_buildable"
        | "not_held"
        | "not_in_the_box"
        | "not_in_this_title"
        | "not_offered"
        | "not_your_turn"
        | "nothing_to_exchange"
        | "out_of_order"
        | "out_of_range"
        | "owns_twin"
        | "pay_harbour_first"
        | "pay_line_first"
        | "pay_station_first"
        | "rest_costs"
        | "settle_tunnel_first"
        | "spare_card"
        | "station_costs"
        | "too_few_locomotives"
        | "too_few_ships"
        | "too_few_stand_ins"
        | "too_few_to_exchange"
        | "too_few_trains"
        | "too_many_stand_ins"
        | "tunnel_costs"
        | "uneven_stand_ins"
        | "wrong_cards"
        | "wrong_colour_for_harbour"
        | "wrong_colour_for_station"
        | "wrong_colour_in_tunnel"
        | "wrong_colour_on_line"
        | "wrong_fleet"
      );
  details: {
    [k: string]:
      | number
      | string
      | number[]
      | {
          [k: string]: number;
        };
  };
  id: string | null;
  message: string;
  type: "problem";
}
/**
 * I am here.
 */
export interface Pong {
  now: number;
  type: "pong";
}
/**
 * The public tables, the newest first.
 */
export interface LobbyLists {
  open: Listed[];
  running: Listed[];
  type: "lobby";
}
/**
 * A table in a list, over HTTP too.
 */
export interface Listed {
  advice: boolean;
  clock: Clock;
  created: number;
  deadline: number | null;
  ended: number | null;
  first_seat: number | null;
  host: string | null;
  id: string;
  public: boolean;
  rematch: string | null;
  rules: number;
  seats: ListedSeat[];
  started: number | null;
  status: "closed" | "ended" | "open" | "running";
  title: string;
}
/**
 * A seat in a list of tables, over HTTP too.
 */
export interface ListedSeat {
  bot: string | null;
  due: boolean;
  kind: ("account" | "bot" | "gone" | "guest") | null;
  name: string | null;
  seat: number;
  substitute: string | null;
}
/**
 * What is different in the lists: tables that are new or have changed, and those that are no longer there.
 */
export interface LobbyChanged {
  changed: Listed[];
  gone: string[];
  type: "lobby_changed";
}
