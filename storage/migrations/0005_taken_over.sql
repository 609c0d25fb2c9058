-- What is known about a seat that someone took over from another player. Before, only its name said so: "Cleo for Ben".

ALTER TABLE seats ADD COLUMN taken_over TEXT;
UPDATE seats SET taken_over = (
    SELECT json_object('name', substr(seats.name, 1, length(seats.name) - length(' for ' || first)), 'first', first)
    FROM (
        SELECT CASE WHEN json_valid(setup) THEN json_extract(setup, '$.players[' || seats.number || ']') END AS first
        FROM games WHERE games.table_id = seats.table_id
    )
    WHERE substr(seats.name, -length(' for ' || first)) = ' for ' || first
);
